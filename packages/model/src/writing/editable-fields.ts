import type { Entity } from '../ir/entity.ts';
import type { Field } from '../ir/field.ts';
import { holds } from '../expressions/evaluate.ts';
import { sameValue } from '../field-types/same.ts';
import { stateOf } from '../lifecycle/locked.ts';
import { fieldRights, type Rights } from '../rights/rights.ts';
import type { Scope } from '../values/value.ts';
import type { RecordValue } from '../wire/answers.ts';

/** The fields that this user may change now: rights, state, `editable_when`, `immutable` and `read_only` taken together. Null `before`: on creation. */
export function editableFields(
  entity: Entity,
  before: RecordValue | null,
  rights: Rights,
  scope: Scope,
): ReadonlySet<string> {
  const byRight = fieldRights(rights, entity, scope);
  const state = before === null ? 'open' : stateOf(entity, before, rights);
  const open = Object.values(entity.fields).filter((field) => {
    const right = byRight[field.id];
    if (!(before === null ? right?.create : right?.update)) return false;
    if (state === 'not_your_role' || (state === 'locked' && !field.editableWhenLocked)) return false;
    return isWritable(field, before, scope);
  });
  return new Set(open.map((field) => field.id));
}

function isWritable(field: Field, before: RecordValue | null, scope: Scope): boolean {
  if (field.readOnly || field.computed !== null || field.type === 'sequence') return false;
  if (field.immutable && before !== null && !sameValue(field, before[field.id], null)) return false;
  return holds(field.editableWhen, before === null ? scope : { ...scope, record: before }) !== false;
}
