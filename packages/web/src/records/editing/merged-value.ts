import {
  idOf,
  isLines,
  isMany,
  memberOf,
  normalValue,
  sameValue,
  type Field,
  type LinesField,
  type Wire,
} from '@ninefold/model';
import { linesOf, type Line } from '../../fields/contract/lines.ts';

/** One value as it was, as others have saved it, and as it stands in the form. */
export interface Versions {
  readonly original: Wire;
  readonly theirs: Wire;
  readonly mine: Wire;
}

/**
 * What keeps the changes of both sides: lines that either of them has added, and values of lists. Null where one value has to be chosen:
 * of other fields, and where both have changed the same column of a line or one has removed a line that the other has changed.
 */
export function mergedValue(field: Field, versions: Versions): Wire {
  if (isLines(field)) return mergedLines(field, versions);
  return isMany(field.type) ? mergedList(versions) : null;
}

function mergedList({ original, theirs, mine }: Versions): Wire {
  const [was, own] = [original, mine].map((list) => new Set(itemsOf(list).map(keyOf)));
  const there = new Set(itemsOf(theirs).map(keyOf));
  const kept = itemsOf(theirs).filter((item) => own?.has(keyOf(item)) === true || was?.has(keyOf(item)) !== true);
  const added = itemsOf(mine).filter((item) => was?.has(keyOf(item)) !== true && !there.has(keyOf(item)));
  return [...kept, ...added];
}

function itemsOf(value: Wire): readonly Wire[] {
  return Array.isArray(value) ? (value as readonly Wire[]) : []; // lists hold wires
}

function keyOf(item: Wire): string {
  return idOf(item) ?? JSON.stringify(item);
}

function mergedLines(field: LinesField, { original, theirs, mine }: Versions): Wire {
  const [was, there, own] = [original, theirs, mine].map((lines) => linesById(lines));
  const merged = linesOf(theirs).map((line): Line | null | 'gone' => {
    const id = idOf(line) ?? '';
    const [before, mineNow] = [was?.get(id), own?.get(id)];
    if (before === undefined) return mineNow ?? line;
    if (mineNow === undefined) return isSame(field, before, line) ? 'gone' : null;
    return mergedLine(field, { before, theirs: line, mine: mineNow });
  });
  const isLost = linesOf(mine).some((line) => {
    const before = was?.get(idOf(line) ?? '');
    return before !== undefined && there?.has(idOf(line) ?? '') !== true && !isSame(field, before, line);
  });
  if (isLost || merged.includes(null)) return null;
  const added = linesOf(mine).filter((line) => {
    const id = idOf(line);
    return id === null || (was?.has(id) !== true && there?.has(id) !== true);
  });
  return [...merged.filter((line) => line !== null && line !== 'gone'), ...added];
}

function linesById(lines: Wire): ReadonlyMap<string, Line> {
  return new Map(linesOf(lines).flatMap((line) => (idOf(line) === null ? [] : [[idOf(line) ?? '', line] as const])));
}

/** A line with the changes of both sides; null where both have changed one value differently. */
function mergedLine(
  { fields }: LinesField,
  { before, theirs, mine }: Readonly<Record<'before' | 'theirs' | 'mine', Line>>,
): Line | null {
  const merged: Record<string, Wire> = { ...theirs };
  for (const column of entered(fields)) {
    const [was, there, own] = [before, theirs, mine].map((line) => valueIn(column, line));
    if (sameValue(column, was, own) || sameValue(column, there, own)) continue;
    if (!sameValue(column, was, there)) return null;
    merged[column.id] = mine[column.id] ?? null;
  }
  return merged;
}

function isSame({ fields }: LinesField, one: Line, other: Line): boolean {
  return entered(fields).every((column) => sameValue(column, valueIn(column, one), valueIn(column, other)));
}

function entered(fields: LinesField['fields']): readonly Field[] {
  return Object.values(fields).filter(({ computed }) => computed === null);
}

function valueIn(column: Field, line: Line): Wire {
  return normalValue(column, memberOf(line, column.id) ?? null);
}
