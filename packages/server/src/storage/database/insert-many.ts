import { memoizedWeakly } from '@ninefold/model';
import type { SqlValue } from '../sql/sql-value.ts';
import type { Insert, Sql } from '../sql/sql.ts';
import type { Writer } from './database.ts';

/** Rows of one statement; a statement of each other number of rows would have to be prepared as well. */
export const MOST_ROWS = 25;

/** Writes new rows of one table, several with each statement. */
export function insertMany(
  tx: Pick<Writer, 'later'>,
  statement: Sql & { readonly insert: Insert },
  rows: readonly (readonly SqlValue[])[],
): void {
  const whole = rows.length - (rows.length % MOST_ROWS);
  for (let from = 0; from < whole; from += MOST_ROWS)
    tx.later(severalOf(statement), rows.slice(from, from + MOST_ROWS).flat());
  for (const values of rows.slice(whole)) tx.later(statement, values);
}

const severalOf = memoizedWeakly((statement: Sql): Sql => {
  const { accesses, params, insert } = statement;
  const { head, row, between } = insert ?? { head: statement.text, row: '', between: '' };
  return {
    text: `${head}${Array.from({ length: MOST_ROWS }, () => row).join(between)}`,
    params: Array.from({ length: MOST_ROWS }, () => params).flat(),
    accesses: accesses.map((access) => ({ ...access, row: null })),
  };
});
