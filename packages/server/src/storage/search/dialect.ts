import type { Sql } from '../sql/sql.ts';
import type { Source } from '../sql/source.ts';
import type { SqlValue } from '../sql/sql-value.ts';

/** How a database finds rows by parts of words: an index over the column `_search` that the database keeps itself. */
export interface SearchDialect {
  /** The table whose index is there, and the statements that made it. */
  present(reader: Source): Promise<readonly { readonly table: string; readonly text: string }[]>;
  /** Statements that make the index of a table and fill it. */
  make(table: string): readonly string[];
  /** Statements that take it away; they may be run where parts of it are missing. */
  drop(table: string): readonly string[];
  /** True for rows that may hold all words, with one parameter; what it finds is looked at again. */
  condition(table: string, alias: string, words: Sql): Sql;
  parameter(words: readonly string[]): SqlValue;
  /** About how many rows the index leads to, counted up to `most`. */
  hits(reader: Source, table: string, parameter: SqlValue, most: number): Promise<number>;
  /** Rows of a table that may hold all words, to stand after FROM, with one parameter: the index is looked into first. */
  source(table: string, alias: string, words: Sql): Sql;
  /** Whether its planner knows when a condition is better not asked of the index. */
  readonly isPlanned: boolean;
}
