import type { Entity } from '../ir/entity.ts';
import { findOf } from '../field-types/traits.ts';
import type { Field } from '../ir/field.ts';
import type { Transition } from '../ir/lifecycle.ts';
import type { Rights } from '../rights/rights.ts';
import type { Scope } from '../values/value.ts';
import type { RecordValue } from '../wire/answers.ts';
import { editableFields } from '../writing/writable-fields.ts';
import { isBeforeLast } from './approvals.ts';

/** A record and who looks at it. */
export interface Look {
  readonly entity: Entity;
  readonly record: RecordValue;
  readonly rights: Rights;
  readonly scope: Scope;
}

/**
 * The ids of the fields that the dialog of a transition asks this person for: those of `asks` that they may change now. None for an
 * approval before the last, which changes nothing.
 */
export function fieldsAsked({ entity, record, rights, scope }: Look, transition: Transition): readonly string[] {
  const { asks } = transition;
  if (asks.length === 0 || isBeforeLast(transition, { ...scope, record })) return [];
  const editable = editableFields(entity, record, rights, { ...scope, record, before: record });
  return asks.filter((id) => editable.has(id));
}

/** These fields, and those whose value may change with them: computed values, copies, and what is shown only with them. */
export function fieldsArising(entity: Entity, ids: readonly string[]): ReadonlySet<string> {
  const found = new Set(ids);
  if (found.size === 0) return found;
  const sources = Object.values(entity.fields).map((field) => ({ id: field.id, reads: readsOf(field) }));
  for (const id of found) for (const each of sources) if (each.reads.has(id)) found.add(each.id);
  return found;
}

/** The fields of the same record that a field is worked out of. */
function readsOf(field: Field): ReadonlySet<string> {
  const { computed, copy, visibleWhen } = field;
  const expressions = [computed?.expression, copy?.expression, findOf(field), visibleWhen];
  const paths = expressions.flatMap((expression) => expression?.reads ?? []);
  return new Set(paths.flatMap((path) => /^record\.([^.]+)/.exec(path)?.[1] ?? []));
}
