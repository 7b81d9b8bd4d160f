import { wrap, type Sql } from './sql.ts';

/** How many rows these are (`FROM … WHERE …`), in brackets; with `most`, not more than so many. */
export function countSql(rows: Sql, most: number | null): Sql {
  return most === null
    ? wrap('(SELECT count(*) ', rows, ')')
    : wrap('(SELECT count(*) FROM (SELECT 1 ', rows, ` LIMIT ${String(most)}) AS "capped")`);
}
