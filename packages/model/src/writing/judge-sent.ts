import type { Entity } from '../ir/entity.ts';
import type { Field } from '../ir/field.ts';
import type { FieldRight } from '../ir/role.ts';
import { holds } from '../expressions/evaluate.ts';
import { normalValue } from '../field-types/registry.ts';
import { sameValue } from '../field-types/same.ts';
import type { Scope } from '../values/value.ts';
import type { Problem, RecordValue, Wire } from '../wire/answers.ts';

/** What a write names, before it is applied. */
export interface SentWrite {
  readonly entity: Entity;
  readonly before: RecordValue | null;
  readonly sent: Readonly<Record<string, Wire>>;
  /** On create judged with `create`, else with `update`. */
  readonly rights: Readonly<Record<string, FieldRight>>;
  /** `record` is the record as it will be, `before` as it is. */
  readonly scope: Scope;
}

/**
 * Fields that a write may not name: unknown, without right, computed or read-only, immutable, hidden. One problem a field.
 * One that may be neither read nor written is as unknown as one that is not there.
 */
export function judgeSent(write: SentWrite): readonly Problem[] {
  return Object.keys(write.sent).flatMap((name) => {
    const field = Object.hasOwn(write.entity.fields, name) ? write.entity.fields[name] : undefined;
    const code = field === undefined ? 'unknown_field' : refusalOf(field, write);
    return code === null ? [] : [{ path: name, code, params: { field: name } }];
  });
}

function refusalOf(field: Field, { before, sent, rights, scope }: SentWrite): string | null {
  const right = rights[field.id];
  const value = normalValue(field, sent[field.id] ?? null);
  if (!(before ? right?.update : right?.create)) return right?.read === true ? 'forbidden_field' : 'unknown_field';
  if (before && right?.read === true && sameValue(field, before[field.id], value)) return null;
  if (field.readOnly || field.computed !== null || field.type === 'sequence') return 'read_only_field';
  if (field.immutable && before && !sameValue(field, before[field.id], null)) return 'immutable';
  if (holds(field.visibleWhen, scope) === false && !sameValue(field, value, null)) return 'hidden_field';
  if (field.editableWhen && holds(field.editableWhen, before ? { ...scope, record: before } : scope) === false)
    return 'read_only_field';
  return null;
}
