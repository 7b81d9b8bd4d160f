import type { Scope } from '@ninefold/model';
import type { Reader } from '../../../storage/database/database.ts';
import { raw, sql, table, value, valuesOf } from '../../../storage/sql/sql.ts';

/** The versions that records have, by id; those that are gone are missing. */
export async function versionsOf(
  reader: Reader,
  entity: string,
  ids: readonly string[],
  scope: Scope,
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const listed = raw(reader.dialect.items('chosen'), value(reader.dialect.list(ids)));
  const statement = sql`SELECT t."id" AS id, t."version" AS version FROM ${table(entity)} t WHERE t."id" IN (SELECT "value" FROM ${listed})`;
  const rows = await reader.all(statement, valuesOf(statement, scope));
  return new Map(rows.map(({ id, version }) => [String(id), Number(version)]));
}
