import { memoized, memoizedWeakly } from '@ninefold/model';
import type { SqlValue } from '../sql/sql-value.ts';
import type { Insert, Sql } from '../sql/sql.ts';
import type { Writer } from './database.ts';

/** Rows of one statement, the most first; a statement of each other number of rows would have to be prepared as well. */
const SIZES = [25, 5, 1] as const;
export const [MOST_ROWS] = SIZES;

/** Writes new rows of one table, several with each statement. */
export function insertMany(
  tx: Pick<Writer, 'later'>,
  statement: Sql & { readonly insert: Insert },
  rows: readonly (readonly SqlValue[])[],
): void {
  let from = 0;
  for (const size of SIZES)
    for (; rows.length - from >= size; from += size)
      tx.later(severalOf(statement)(size), rows.slice(from, from + size).flat());
}

const severalOf = memoizedWeakly((statement: Sql & { readonly insert: Insert }) =>
  memoized((size: (typeof SIZES)[number]): Sql => {
    const { accesses, params, insert } = statement;
    const { head, row, between } = insert;
    if (size === 1) return statement;
    return {
      text: `${head}${Array.from({ length: size }, () => row).join(between)}`,
      params: Array.from({ length: size }, () => params).flat(),
      accesses: accesses.map(({ table, writes }) => ({ table, row: null, writes })), // those of several rows
    };
  }),
);
