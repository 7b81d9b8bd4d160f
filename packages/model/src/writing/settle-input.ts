import type { Field, ReferenceField } from '../ir/field.ts';
import { holds } from '../expressions/evaluate.ts';
import { evaluateWire, normalValue } from '../field-types/registry.ts';
import { findOf } from '../field-types/traits.ts';
import type { Scope } from '../values/value.ts';
import type { Wire } from '../wire/answers.ts';
import { withOneTarget } from './arriving.ts';

/** Values by the ids of their fields. */
type Sent = Readonly<Record<string, Wire | undefined>>;

/**
 * The answers to a transition's own form: what was sent, else what its `find` has found (`found`, null where that is no record or
 * several), else the default, else blank; blank too while it is hidden. Each sees those before it. Values are normalised; malformed ones stay as sent, for `validateInput` to name. Pure: the same in browser
 * and server.
 */
export function settleInput(
  fields: Readonly<Record<string, Field>>,
  sent: Sent,
  scope: Scope,
  found: Sent = {},
): Record<string, Wire> {
  const input: Record<string, Wire> = {};
  const given = withOneTarget(fields, sent);
  for (const field of Object.values(fields)) input[field.id] = normalValue(field, null);
  for (const field of Object.values(fields)) {
    const seen: Scope = { ...scope, input };
    const value = Object.hasOwn(given, field.id) ? (given[field.id] ?? null) : arrivingAnswer(field, seen, found);
    if (isAsked(field, seen)) input[field.id] = normalValue(field, value);
  }
  return input;
}

/** What arrives in an answer that was not sent. While nobody has looked for it, nothing does. */
function arrivingAnswer(field: Field, seen: Scope, found: Sent): Wire {
  const first = findOf(field) === null ? null : found[field.id];
  if (first === undefined) return null;
  return first ?? (field.default === null ? null : (evaluateWire(field.default, seen, field) ?? null));
}

/** The references that are looked for among the answers: those that were not sent and that the form asks for. `scope.input` are the answers. */
export function answersToFind(
  fields: Readonly<Record<string, Field>>,
  sent: Sent,
  scope: Scope,
): readonly ReferenceField[] {
  return Object.values(fields).filter(
    (field): field is ReferenceField =>
      findOf(field) !== null && !Object.hasOwn(sent, field.id) && isAsked(field, scope),
  );
}

/** Whether the form shows a field, as far as that can be said. `scope.input` are the answers. */
export function isAsked({ visibleWhen }: Field, scope: Scope): boolean {
  return holds(visibleWhen, scope) !== false;
}
