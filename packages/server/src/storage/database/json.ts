import type { ColumnKind } from '../columns/column.ts';
import type { SqlValue } from '../sql/sql-value.ts';

/** How a database gives rows of another table as one value of a row: as JSON that loses nothing of them. */
export interface JsonDialect {
  /** Columns of one row, each by what it holds. */
  row(columns: readonly { readonly sql: string; readonly holds: ColumnKind }[]): string;
  /** An aggregate: a list of what `item` gives, in this order; an empty one where there are no rows. */
  list(item: string, order: string): string;
  /** A part of a row that was read, as its column would have given it. */
  value(holds: ColumnKind, part: unknown): SqlValue;
}
