import { type Entity, isReference, type Model, type ReferenceField, type ReferencesField } from '@ninefold/model';

/** A reference seen from its other end: the entity whose records refer, and the field by which they do. */
export interface Inverse {
  readonly entity: Entity;
  readonly field: ReferenceField | ReferencesField;
}

/** The reference whose other direction this name is, seen from `entity`; null where it is none. */
export function inverseOf(model: Model, entity: string, name: string): Inverse | null {
  for (const candidate of Object.values(model.entities)) {
    for (const field of Object.values(candidate.fields)) {
      if (isReference(field) && field.to === entity && field.inverse === name) return { entity: candidate, field };
    }
  }
  return null;
}
