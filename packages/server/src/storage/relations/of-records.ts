import { cell, name, sql, type Cell, type Sql } from '../sql/sql.ts';

/** The records whose rows a statement reads, by a column of those rows that refers to them. */
export interface OfRecords {
  /** A condition on the column. */
  readonly condition: Sql;
  /** The same as a value, where it is one record that each run is given: rows of others do not concern the statement. */
  readonly only: readonly Cell[];
}

/** One record, by an expression for its id. */
export function ofRecord(id: Sql, by = 'record'): OfRecords {
  return { condition: sql`${name(by)} = ${id}`, only: cell(by, id) };
}

/** Several records, by a statement that selects their ids. */
export function ofRecords(ids: Sql, by = 'record'): OfRecords {
  return { condition: sql`${name(by)} IN (${ids})`, only: [] };
}
