import type { Source } from '../sql/source.ts';
import type { ColumnShape, IndexShape, TableShape } from './shapes.ts';

/** An index that is there; `text` is the statement that made it. */
export interface PresentIndex {
  readonly name: string;
  readonly table: string;
  readonly text: string;
}

/**
 * How a migration is kept from making readers wait: its quick stage is committed on its own, and can be taken back. What it notes is
 * told apart by the numbers that the database gives to tables and columns, whatever their names are then.
 */
export interface HalfwayDialect {
  /** Takes every table of records from its readers. Where one of them is in the way for more than a moment, fails as `busy`. */
  lock(tx: Source): Promise<void>;
  /** Names of tables and columns, and definitions of indexes and triggers, as one text. */
  note(tx: Source): Promise<string>;
  /** The note with the tables and columns that have been added since. */
  added(tx: Source, note: string): Promise<string>;
  /** Brings everything back to the note. */
  undo(tx: Source, note: string): Promise<void>;
}

/** How a database makes and describes tables. */
export interface SchemaDialect {
  /** Statements that make what our statements need beside tables; they may be run again over those of another version. */
  readonly foundation: readonly string[];
  createTable(table: TableShape): string;
  addColumn(table: string, column: ColumnShape): string;
  /** What makes a column of references one, once all tables are there; null where that is said with the column. */
  addReference(table: string, column: ColumnShape): string | null;
  /** Statements that make a table append-only (`TableShape.appendOnly`); none where it is. */
  appendOnly(tx: Source, table: string): Promise<readonly string[]>;
  createIndex(index: IndexShape): string;
  /** Whether lists are answered from one index that holds whatever is short; where a scan of the rows is as quick, it does not pay. */
  readonly covers: boolean;
  /** Whether an entry of an index may be of any length; otherwise a long text in an index would be refused. */
  readonly takesLongKeys: boolean;
  /** What a new index is remembered by, or null. */
  noteIndex(index: IndexShape): string | null;
  /** Names of the columns of a table; none where there is no such table. */
  columns(tx: Source, table: string): Promise<readonly string[]>;
  indexes(tx: Source): Promise<readonly PresentIndex[]>;
  /** How many bytes each index of the database takes, by its name. Reads what is stored of each. */
  indexSizes(tx: Source): Promise<ReadonlyMap<string, number>>;
  /** About how many rows a table has, at the cost of looking at one; 0 where that is not known yet. */
  rowsAbout(tx: Source, table: string): Promise<number>;
  /** A table as it is; null where there is none. `meanings` are those of its columns, for a database whose types say less. */
  table(tx: Source, name: string, meanings: Readonly<Record<string, string>>): Promise<TableShape | null>;
  /** Null where no reader ever waits for a migration. */
  readonly halfway: HalfwayDialect | null;
  /** Takes a table away although others refer to it. */
  dropTable(name: string): string;
}
