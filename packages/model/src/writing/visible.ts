import type { Entity } from '../ir/entity.ts';
import type { RecordValue } from '../wire/answers.ts';
import { holds } from '../expressions/evaluate.ts';
import type { Holder, Scope } from '../values/value.ts';

/** Fields of `scope.record` whose `visible_when` does not fail; what this side cannot decide is visible. */
export function visibleFields(entity: Entity, scope: Scope): ReadonlySet<string> {
  const visible = Object.values(entity.fields).filter((field) => holds(field.visibleWhen, scope) !== false);
  return new Set(visible.map((field) => field.id));
}

/** The record as every expression sees it: hidden fields are blank. */
export function asSeen<R extends Holder | RecordValue>(entity: Entity, record: R, scope: Scope): R {
  const hidden = Object.values(entity.fields).filter(
    (field) => field.visibleWhen !== null && holds(field.visibleWhen, { ...scope, record }) === false,
  );
  if (hidden.length === 0) return record;
  return { ...record, ...Object.fromEntries(hidden.map((field) => [field.id, null])) };
}
