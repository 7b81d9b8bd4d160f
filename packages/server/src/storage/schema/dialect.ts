import type { Source } from '../sql-value.ts';
import type { ColumnShape, IndexShape, TableShape } from './shapes.ts';

/** An index that is there; `text` is the statement that made it. */
export interface PresentIndex {
  readonly name: string;
  readonly table: string;
  readonly text: string;
}

/** How a database makes and describes tables. */
export interface SchemaDialect {
  /** Statements that make what our statements need beside tables; they may be run again over those of another version. */
  readonly foundation: readonly string[];
  createTable(table: TableShape): string;
  addColumn(table: string, column: ColumnShape): string;
  /** What makes a column of references one, once all tables are there; null where that is said with the column. */
  addReference(table: string, column: ColumnShape): string | null;
  createIndex(index: IndexShape): string;
  /** What a new index is remembered by, or null. */
  noteIndex(index: IndexShape): string | null;
  /** Names of the columns of a table; none where there is no such table. */
  columns(tx: Source, table: string): Promise<readonly string[]>;
  indexes(tx: Source): Promise<readonly PresentIndex[]>;
  /** A table as it is; null where there is none. `meanings` are those of its columns, for a database whose types say less. */
  table(tx: Source, name: string, meanings: Readonly<Record<string, string>>): Promise<TableShape | null>;
  /** Takes a table away although others refer to it. */
  dropTable(name: string): string;
}
