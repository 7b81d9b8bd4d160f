import { memoizedWeakly } from '@ninefold/model';
import type { SqlValue } from './sql-value.ts';
import type { Cell, Sql, Statement } from './sql.ts';

/** Rows of a table that one run of a statement reads or writes: the one with this key, or with null any of them. */
export interface RowAccess {
  readonly table: string;
  readonly row: string | null;
  readonly writes: boolean;
  /** Only rows with these values, by column; where they are written, before and after, so that of a new row it holds what is known. */
  readonly only: Wanted;
}

/** Values of a row, by column. */
export type Values = ReadonlyMap<string, SqlValue>;

/** The value that a row has to have, or those of which it has to have one, by column. */
export type Wanted = ReadonlyMap<string, SqlValue | readonly string[]>;

/** The same before the values are known: the place of the value that is the key, or -1, and those of the values of columns. */
interface PlannedAccess {
  readonly table: string;
  readonly place: number;
  readonly writes: boolean;
  readonly only: readonly Place[];
  readonly among: readonly (readonly [column: string, values: readonly string[]])[];
}

type Place = readonly [column: string, place: number];

const NONE: Wanted = new Map();

/** What a statement with these values reads and writes; null where nobody knows. */
export function footprintOf(statement: Statement, values: readonly SqlValue[]): readonly RowAccess[] | null {
  if (typeof statement === 'string') return null;
  return planOf(statement).map(({ table, place, writes, only, among }) => ({
    table,
    row: keyAt(values, place),
    writes,
    only:
      only.length + among.length === 0
        ? NONE
        : new Map<string, SqlValue | readonly string[]>([...valuesAt(only, values), ...among]),
  }));
}

/** Whether a row with the values `own` may have those of `only`. Blank equals nothing, and of a value of another type nobody knows. */
export function mayHave(own: Wanted, only: Wanted): boolean {
  for (const [column, value] of only) {
    const held = own.get(column);
    if (held !== undefined && !mayEqual(held, value)) return false;
  }
  return true;
}

function mayEqual(held: SqlValue | readonly string[], value: SqlValue | readonly string[]): boolean {
  if (isSeveral(held)) return held.some((one) => mayEqual(one, value));
  if (isSeveral(value)) return value.some((one) => mayEqual(held, one));
  return held === value ? held !== null : held !== null && value !== null && typeof held !== typeof value;
}

function isSeveral(value: SqlValue | readonly string[]): value is readonly string[] {
  return Array.isArray(value);
}

const planOf = memoizedWeakly((statement: Sql): readonly PlannedAccess[] => {
  const all = statement.accesses.map(({ table, row, writes, only = [] }): PlannedAccess => {
    const place = row === null ? -1 : statement.params.indexOf(row);
    const given = only.flatMap((one) => ('value' in one ? one : []));
    if (writes) given.push(...(statement.insert?.cells ?? []));
    const among = only.flatMap((one) => ('among' in one ? ([[one.column, one.among]] as const) : []));
    return { table, place, writes, only: placesIn(statement, given), among };
  });
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
});

function placesIn({ params }: Sql, cells: readonly Cell[]): readonly Place[] {
  return cells.map(({ column, value }) => [column, params.indexOf(value)]);
}

function valuesAt(places: readonly Place[], values: readonly SqlValue[]): Values {
  return new Map(places.map(([column, place]) => [column, values[place] ?? null]));
}

function keyAt(values: readonly SqlValue[], place: number): string | null {
  const value = values[place];
  return typeof value === 'string' ? value : null;
}
