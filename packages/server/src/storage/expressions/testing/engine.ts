import type { ExpressionDialect } from '../dialect.ts';
import type { SqlValue } from '../../sql/sql-value.ts';
import type { Rows } from './rows.ts';

/** A database that holds the desk, to be asked what compiled expressions select. */
export interface Engine {
  readonly dialect: ExpressionDialect;
  /** Puts these rows in the place of all others. */
  fill(rows: Rows): Promise<void>;
  /** The rows of a statement, as the driver gives them; numbers never as doubles. */
  all(text: string, values: readonly SqlValue[]): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Runs a statement of the test itself. */
  run(text: string): Promise<void>;
  /** One of a price's smallest units, as a column of prices holds it. */
  readonly cent: '1' | '0.01';
  close(): Promise<void>;
}
