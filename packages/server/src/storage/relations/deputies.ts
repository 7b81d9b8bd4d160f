import { sql, table, type Sql } from '../sql/sql.ts';

/**
 * The deputies on a day: rows `person`, `deputy`, `until`, `id`; both people are active. `of` narrows the rows `d`; its parameters
 * come before the day.
 */
export function deputiesOn(day: Sql, of: Sql): Sql {
  const active = (id: Sql): Sql =>
    sql`EXISTS (SELECT 1 FROM ${table('user')} AS u WHERE u."id" = ${id} AND u."active" = TRUE AND u."trashed_at" IS NULL)`;
  return sql`SELECT d."person", d."deputy", d."until", d."id" FROM ${table('_deputy')} AS d WHERE ${of} AND ${day} BETWEEN d."from" AND d."until" AND ${active(sql`d."person"`)} AND ${active(sql`d."deputy"`)}`;
}
