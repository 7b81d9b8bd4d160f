import type { Entity } from '../ir/entity.ts';
import type { Field } from '../ir/field.ts';
import type { RecordValue } from '../wire/answers.ts';
import { holds } from '../expressions/evaluate.ts';
import type { Holder, Scope } from '../values/value.ts';

/** Fields of `scope.record` whose `visible_when` does not fail; what this side cannot decide is visible. */
export function visibleFields(entity: Entity, scope: Scope): ReadonlySet<string> {
  const visible = Object.values(entity.fields).filter((field) => holds(field.visibleWhen, scope) !== false);
  return new Set(visible.map((field) => field.id));
}

const hideable = new WeakMap<Entity, readonly Field[]>();

/** Fields that may be hidden at all, listed once. */
function hideableFields(entity: Entity): readonly Field[] {
  let fields = hideable.get(entity);
  if (!fields) {
    fields = Object.values(entity.fields).filter(({ visibleWhen }) => visibleWhen !== null);
    hideable.set(entity, fields);
  }
  return fields;
}

/** The record as every expression sees it: hidden fields are blank. */
export function asSeen<R extends Holder | RecordValue>(entity: Entity, record: R, scope: Scope): R {
  const fields = hideableFields(entity);
  if (fields.length === 0) return record;
  const inScope = scope.record === record ? scope : { ...scope, record };
  const hidden = fields.filter((field) => holds(field.visibleWhen, inScope) === false);
  if (hidden.length === 0) return record;
  return { ...record, ...Object.fromEntries(hidden.map((field) => [field.id, null])) };
}
