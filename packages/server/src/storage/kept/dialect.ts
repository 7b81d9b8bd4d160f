import type { Source } from '../sql-value.ts';
import type { KeptColumn } from './kept-column.ts';

/** How a database keeps a value in the row of what refers to it, in every transaction that changes either. */
export interface KeptDialect {
  /** Statements that begin to keep it; the column is there. */
  make(column: KeptColumn): readonly string[];
  /** The value for a new row whose first reference is the next `?`, so that no trigger writes the row again; null where it would not. */
  given(column: KeptColumn): string | null;
  /** Statements that end the keeping of all columns that are kept now. */
  drop(reader: Source): Promise<readonly string[]>;
}
