import type { Field } from '../ir/field.ts';
import { holds } from '../expressions/evaluate.ts';
import { evaluateWire, normalValue } from '../field-types/registry.ts';
import type { Scope } from '../values/value.ts';
import type { Wire } from '../wire/answers.ts';

/**
 * The answers to a transition's own form: what was sent, else the default, else blank; blank too while it is hidden. Each sees
 * those before it. Values are normalised; malformed ones stay as sent, for `validateInput` to name. Pure: the same in browser
 * and server.
 */
export function settleInput(
  fields: Readonly<Record<string, Field>>,
  sent: Readonly<Record<string, Wire | undefined>>,
  scope: Scope,
): Record<string, Wire> {
  const input: Record<string, Wire> = {};
  for (const field of Object.values(fields)) input[field.id] = normalValue(field, null);
  for (const field of Object.values(fields)) {
    const seen: Scope = { ...scope, input };
    const fallback = field.default === null ? null : (evaluateWire(field.default, seen, field) ?? null);
    const given = Object.hasOwn(sent, field.id) ? (sent[field.id] ?? null) : fallback;
    if (isAsked(field, seen)) input[field.id] = normalValue(field, given);
  }
  return input;
}

/** Whether the form shows a field, as far as that can be said. `scope.input` are the answers. */
export function isAsked({ visibleWhen }: Field, scope: Scope): boolean {
  return holds(visibleWhen, scope) !== false;
}
