import type { JsonDialect } from '../../database/json.ts';
import type { SqlValue } from '../../sql/sql-value.ts';

/** Decimals are text there, as they are in a row. */
export const POSTGRES_JSON: JsonDialect = {
  row: (columns) =>
    `json_build_array(${columns.map(({ sql, holds }) => (holds === 'decimal' ? `CAST(${sql} AS text)` : sql)).join(', ')})`,
  list: (item, order) => `coalesce(CAST(json_agg(${item} ORDER BY ${order}) AS text), '[]')`,
  value: (_, part) => part as SqlValue, // numbers that are not decimals are whole and small enough
};
