import { memoizedWeakly } from '@ninefold/model';
import type { SqlValue } from './sql-value.ts';
import type { Cell, Sql, Statement } from './sql.ts';

/** Rows of a table that one run of a statement reads or writes: the one with this key, or with null any of them. */
export interface RowAccess {
  readonly table: string;
  readonly row: string | null;
  readonly writes: boolean;
  /** Only rows with these values, by column. */
  readonly only: Values;
}

/** Values by column. */
export type Values = ReadonlyMap<string, SqlValue>;

/** The same before the values are known: the place of the value that is the key, or -1, and those of the values of columns. */
interface PlannedAccess {
  readonly table: string;
  readonly place: number;
  readonly writes: boolean;
  readonly only: readonly Place[];
}

type Place = readonly [column: string, place: number];

const NONE: Values = new Map();

/** What a statement with these values reads and writes; null where nobody knows. */
export function footprintOf(statement: Statement, values: readonly SqlValue[]): readonly RowAccess[] | null {
  if (typeof statement === 'string') return null;
  return planOf(statement).map(({ table, place, writes, only }) => ({
    table,
    row: keyAt(values, place),
    writes,
    only: only.length === 0 ? NONE : valuesAt(only, values),
  }));
}

/** The values of the row that an `INSERT` of one row writes, as far as they are parameters themselves. */
export function insertedValues(statement: Sql, values: readonly SqlValue[]): Values {
  return valuesAt(insertedPlaces(statement), values);
}

/** Whether a row with the values `own` may have those of `only`. Blank equals nothing, and of a value of another type nobody knows. */
export function mayHave(own: Values, only: Values): boolean {
  return [...only].every(([column, value]) => {
    const held = own.get(column);
    if (held === undefined) return true;
    return held === value ? held !== null : held !== null && typeof held !== typeof value;
  });
}

const insertedPlaces = memoizedWeakly((statement: Sql) => placesIn(statement, statement.insert?.cells ?? []));

const planOf = memoizedWeakly((statement: Sql): readonly PlannedAccess[] => {
  const all = statement.accesses.map(({ table, row, writes, only = [] }): PlannedAccess => {
    const place = row === null ? -1 : statement.params.indexOf(row);
    return { table, place, writes, only: placesIn(statement, only) };
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
