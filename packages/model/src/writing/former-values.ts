import type { Field } from '../ir/field.ts';
import { isGivable, isLines, isSecret } from '../field-types/traits.ts';
import { idOf, isList, isMap } from '../values/value.ts';
import type { RecordValue, Wire } from '../wire/answers.ts';

/**
 * What a write has written over, by field, as far as it was known: a field that the record did not show before keeps what the
 * write gave it, and so does a secret. Sent as a write, it undoes that. Lines that the write has removed come back as new ones.
 */
export function formerValues(
  changed: readonly Field[],
  before: RecordValue,
  saved: RecordValue,
): Readonly<Record<string, Wire>> {
  const known = changed.flatMap((field) => {
    const value = before[field.id];
    const isKnown = value !== undefined && !(isSecret(field) && value !== null);
    return isKnown ? [[field.id, formerValue(field, value, saved[field.id])] as const] : [];
  });
  return Object.fromEntries(known);
}

function formerValue(field: Field, value: Wire, saved: Wire | undefined): Wire {
  if (!isLines(field) || !isList(value)) return value;
  const kept = new Set(saved !== undefined && isList(saved) ? saved.map(idOf) : []);
  const given = new Set(Object.values(field.fields).flatMap((inner) => (isGivable(inner) ? [inner.id] : [])));
  return value.map((line: Wire): Wire => {
    if (!isMap(line)) return line;
    const isKept = kept.has(idOf(line));
    return Object.fromEntries(Object.entries(line).filter(([name]) => (name === 'id' ? isKept : given.has(name))));
  });
}
