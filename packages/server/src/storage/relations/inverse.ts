import { type Inverse, inversesOf, type Model } from '@ninefold/model';

/** The reference whose other direction this name is, seen from `entity`; null where it is none. */
export function inverseOf(model: Model, entity: string, name: string): Inverse | null {
  return inversesOf(model.entities)(entity).get(name) ?? null;
}
