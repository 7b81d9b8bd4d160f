import type { Entity } from '../ir/entity.ts';
import type { ReferenceField, ReferencesField } from '../ir/field.ts';
import type { Model } from '../ir/model.ts';
import { memoized, memoizedWeakly } from '../values/memo.ts';
import { isReference } from './traits.ts';

/** A reference seen from its other end: the entity whose records refer, and the field by which they do. */
export interface Inverse {
  readonly entity: Entity;
  readonly field: ReferenceField | ReferencesField;
}

/** Calls that read something else of a record, `GET /api/<entity>/<id>/<name>`: no inverse can be asked for by their names. */
export const READS_OF_RECORDS: readonly string[] = ['history', 'due', 'approvals', 'comments'];

/** The other directions of all references to an entity by their names, in the order of the model. */
export const inversesOf = memoizedWeakly((entities: Model['entities']) =>
  memoized((target: string): ReadonlyMap<string, Inverse> => {
    const found = Object.values(entities).flatMap((entity) =>
      Object.values(entity.fields).flatMap((field): readonly (readonly [string, Inverse])[] =>
        isReference(field) && field.to === target ? [[field.inverse, { entity, field }]] : [],
      ),
    );
    return new Map(found);
  }),
);
