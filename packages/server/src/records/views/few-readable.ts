import type { Scope } from '@ninefold/model';
import type { Reader } from '../../storage/database/database.ts';
import { all, join, raw, recalled, sql, table, TRUE, valuesOf, type Sql } from '../../storage/sql/sql.ts';
import { countSql } from './count-sql.ts';
import { FEW } from './ranges.ts';
import type { View } from './view.ts';

/**
 * The ids of all records that somebody may read at all, as a statement with the column `id`; null where these are more than `FEW`,
 * and where all may be read.
 */
export async function fewReadable(reader: Reader, view: View, scope: Scope): Promise<Sql | null> {
  const { entity, rows, ranges } = view;
  if (rows === TRUE) return null;
  const parts = ranges?.disjuncts ?? [all([raw('t."trashed_at" IS NULL'), rows])];
  const found = parts.map((part) => sql`FROM ${table(entity.id)} t WHERE ${part}`);
  const counts = found.map((one) => countSql(one, FEW + 1));
  const statement = sql`SELECT ${join(counts, ' + ')} AS n`;
  const [counted] = (await recalled(reader, statement, valuesOf(statement, scope))).rows;
  if (Number(counted?.['n'] ?? 0) > FEW) return null;
  const ids = join(
    found.map((one) => sql`SELECT t."id" ${one}`),
    ' UNION ALL ',
  );
  return sql`SELECT "id" FROM (${ids}) AS f LIMIT ${raw(String(FEW))}`; // so that the planner knows how few there are
}
