import { heldFits, type Held, type Model } from '@ninefold/model';
import { LIMIT_TABLE } from '../storage/schema/limit-table.ts';
import type { Reader } from '../storage/database/database.ts';
import type { Row } from '../storage/sql/sql-value.ts';
import { argument, sql, table } from '../storage/sql/sql.ts';
import { columnsGiven, insertInto } from '../storage/sql/writes.ts';

/** One time that a limit was set. */
export interface LimitRow {
  readonly id: string;
  readonly limit: string;
  readonly version: number;
  readonly held: Held;
  readonly at: string;
  readonly by: string;
  /** The person whose key it was, where that is another one. */
  readonly keyBy: string | null;
}

export const INSERT_LIMIT = insertInto(
  LIMIT_TABLE.name,
  'id',
  columnsGiven(['id', 'limit', 'version', 'held', 'at', 'by', 'key_by']),
);

const SELECTED = sql`SELECT "id", "limit", "version", "held", "at", "by", "key_by" FROM ${table(LIMIT_TABLE.name)} t`;
const OF_ONE = sql`${SELECTED} WHERE "limit" = ${argument(0)} ORDER BY "version" DESC`;
const LAST = sql`${SELECTED} WHERE "version" = (SELECT max(o."version") FROM ${table(LIMIT_TABLE.name)} o WHERE o."limit" = t."limit")`;

/** What a limit was set to, the last time first. */
export async function rowsOfLimit(reader: Reader, limit: string): Promise<readonly LimitRow[]> {
  return (await reader.all(OF_ONE, [limit])).map(limitRowOf);
}

/** The last time that each limit was set. */
export async function lastRows(reader: Reader): Promise<ReadonlyMap<string, LimitRow>> {
  return new Map((await reader.all(LAST, [])).map((row) => [String(row['limit']), limitRowOf(row)]));
}

/** Whether the model takes what a limit was set to, which an earlier specification took. */
export function isTaken(model: Model, { limit: id, held }: Pick<LimitRow, 'limit' | 'held'>): boolean {
  const limit = Object.hasOwn(model.limits, id) ? model.limits[id] : undefined;
  return limit !== undefined && heldFits(limit, held, model);
}

function limitRowOf(row: Row): LimitRow {
  return {
    id: String(row['id']),
    limit: String(row['limit']),
    version: Number(row['version']),
    held: JSON.parse(String(row['held'])) as Held, // written by `setLimit`
    at: String(row['at']),
    by: String(row['by']),
    keyBy: typeof row['key_by'] === 'string' ? row['key_by'] : null,
  };
}
