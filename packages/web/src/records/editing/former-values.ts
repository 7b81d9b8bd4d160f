import { idOf, isLines, type Field, type RecordValue, type Wire } from '@ninefold/model';
import { linesOf } from '../../fields/contract/lines.ts';

/**
 * What a save wrote over, by field, as far as it was known: a field that the record did not show before keeps what the save gave it.
 * Lines that the save has removed come back as new ones.
 */
export function formerValues(
  changed: readonly Field[],
  before: RecordValue,
  saved: RecordValue,
): Readonly<Record<string, Wire>> {
  const known = changed.flatMap((field) => {
    const value = before[field.id];
    return value === undefined ? [] : [[field.id, formerValue(field, value, saved)] as const];
  });
  return Object.fromEntries(known);
}

function formerValue(field: Field, value: Wire, saved: RecordValue): Wire {
  if (!isLines(field) || !Array.isArray(value)) return value;
  const kept = new Set(linesOf(saved[field.id]).map(idOf));
  return linesOf(value).map((line) =>
    kept.has(idOf(line)) ? line : Object.fromEntries(Object.entries(line).filter(([name]) => name !== 'id')),
  );
}
