import { raw, sql, type Sql } from '../../storage/sql/sql.ts';

/** How many rows these are (`FROM … WHERE …`), in brackets; with `most`, not more than so many. */
export function countSql(rows: Sql, most: number | null): Sql {
  return most === null
    ? sql`(SELECT count(*) ${rows})`
    : sql`(SELECT count(*) FROM (SELECT 1 ${rows} LIMIT ${raw(String(most))}) AS "capped")`;
}
