import type { Statement } from './sql.ts';
import type { Row, SqlValue } from './sql-value.ts';

/** Answers queries. */
export interface Source {
  /** The statement has a `?` for each value. */
  all(statement: Statement, values: readonly SqlValue[]): Promise<readonly Row[]>;
}
