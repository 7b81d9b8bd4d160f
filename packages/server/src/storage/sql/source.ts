import type { Statement } from './sql.ts';
import type { Row, SqlValue } from './sql-value.ts';

/** Rows of a statement. */
export interface Recalled {
  readonly rows: readonly Row[];
  /** How long the statement took when its rows were read, in ms; 0 where they were read now. */
  readonly savedMs: number;
}

/** Answers queries. */
export interface Source {
  /** The statement has a `?` for each value. */
  all(statement: Statement, values: readonly SqlValue[]): Promise<readonly Row[]>;
  /**
   * The rows that `all` would give now. They may have been read earlier, where nothing that the statement reads has been written since, by
   * whichever server. For statements that look at many rows and give few. A source that remembers nothing has none.
   */
  recall?(statement: Statement, values: readonly SqlValue[]): Promise<Recalled>;
}
