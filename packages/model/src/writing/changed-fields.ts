import type { Entity } from '../ir/entity.ts';
import { sameValue } from '../field-types/same.ts';
import type { Holder } from '../values/value.ts';
import type { Wire } from '../wire/answers.ts';

/** Ids of the fields whose value differs; every filled field where there was no record before. */
export function changedFields(entity: Entity, before: Holder | null, record: Holder): readonly string[] {
  return Object.values(entity.fields)
    .filter((field) => !sameValue(field, (before?.[field.id] ?? null) as Wire, (record[field.id] ?? null) as Wire))
    .map((field) => field.id);
}
