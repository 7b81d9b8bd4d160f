import type { Sql } from '../sql/sql.ts';
import type { Source } from '../sql/source.ts';
import type { DenormalisedColumn } from './denormalised-column.ts';

/** How a database updates denormalised columns in every transaction that changes the row or what it refers to. */
export interface DenormalisedDialect {
  /** Statements that create the triggers of a column that is there. */
  make(column: DenormalisedColumn): readonly string[];
  /** The value for a new row with this first reference, so that no trigger writes the row again; null where it would not. */
  given(column: DenormalisedColumn, reference: Sql): Sql | null;
  /** Statements that drop the triggers of all denormalised columns. */
  drop(reader: Source): Promise<readonly string[]>;
}
