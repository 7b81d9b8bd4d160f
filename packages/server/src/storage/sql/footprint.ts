import { memoizedWeakly } from '@ninefold/model';
import type { SqlValue } from './sql-value.ts';
import type { Sql, Statement } from './sql.ts';

/** Rows of a table that one run of a statement reads or writes: the one with this key, or with null any of them. */
export interface RowAccess {
  readonly table: string;
  readonly row: string | null;
  readonly writes: boolean;
}

/** The same before the values are known: the place of the value that is the key, or -1. */
interface PlannedAccess {
  readonly table: string;
  readonly place: number;
  readonly writes: boolean;
}

/** What a statement with these values reads and writes; null where nobody knows. */
export function footprintOf(statement: Statement, values: readonly SqlValue[]): readonly RowAccess[] | null {
  if (typeof statement === 'string') return null;
  return planOf(statement).map(({ table, place, writes }) => ({ table, row: keyAt(values, place), writes }));
}

const planOf = memoizedWeakly((statement: Sql): readonly PlannedAccess[] => {
  const all = statement.accesses.map(({ table, row, writes }): PlannedAccess => {
    const place = row === null ? -1 : statement.params.indexOf(row);
    return { table, place, writes };
  });
  return [...new Map(all.map((one) => [`${one.table} ${String(one.place)} ${String(one.writes)}`, one])).values()];
});

function keyAt(values: readonly SqlValue[], place: number): string | null {
  const value = values[place];
  return typeof value === 'string' ? value : null;
}
