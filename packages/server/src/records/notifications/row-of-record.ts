import { argument, cell, name, sql, type Sql } from '../../storage/sql/sql.ts';
import { target } from '../../storage/sql/writes.ts';

/** One row, as it is changed or deleted. */
export interface RowOfRecord {
  readonly rows: Sql;
  readonly condition: Sql;
}

/**
 * The row of a table of messages that the arguments `record`, `id` and the value of `owner` name, the first of which has the index
 * `first`. It stays with its record, so that it concerns nobody who looks for those of another one.
 */
export function rowOfRecord(table: string, owner: string, first: number): RowOfRecord {
  const [record, id, owned] = [argument(first), argument(first + 1), argument(first + 2)];
  return {
    rows: target(table, id, cell('record', record)),
    condition: sql`"record" = ${record} AND "id" = ${id} AND ${name(owner)} = ${owned}`,
  };
}
