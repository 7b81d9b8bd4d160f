import type { JsonDialect } from '../database/json.ts';
import type { SqlValue } from '../sql/sql-value.ts';

/** Decimals are text there: they may be larger than the whole numbers of JavaScript. */
export const SQLITE_JSON: JsonDialect = {
  row: (columns) =>
    `json_array(${columns.map(({ sql, holds }) => (holds === 'decimal' ? `CAST(${sql} AS TEXT)` : sql)).join(', ')})`,
  list: (item, order) => `json_group_array(${item} ORDER BY ${order})`,
  value: (holds, part) => (holds === 'decimal' && typeof part === 'string' ? BigInt(part) : (part as SqlValue)),
};
