import type { Field } from '../ir/field.ts';
import { evaluateWire, normalValue } from '../field-types/registry.ts';
import type { Scope } from '../values/value.ts';
import type { Wire } from '../wire/answers.ts';

/**
 * The answers to a transition's own form: what was sent, else the default, else blank. Values are normalised; malformed ones
 * stay as sent, for `validateInput` to name. Pure: the same in browser and server.
 */
export function settleInput(
  fields: Readonly<Record<string, Field>>,
  sent: Readonly<Record<string, Wire | undefined>>,
  scope: Scope,
): Record<string, Wire> {
  const fallback = (field: Field): Wire =>
    field.default === null ? null : (evaluateWire(field.default, scope, field) ?? null);
  return Object.fromEntries(
    Object.values(fields).map((field) => [
      field.id,
      normalValue(field, Object.hasOwn(sent, field.id) ? (sent[field.id] ?? null) : fallback(field)),
    ]),
  );
}
