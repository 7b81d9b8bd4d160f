import { RUNTIME_LIMITS } from '@ninefold/model';
import type { FollowChanges, RecordChange } from './changes.ts';
import type { Dialect } from './dialect.ts';
import type { Row, Source, SqlValue } from './sql-value.ts';

/** How long one statement of a reader may take, in milliseconds: the limit `statement_ms`. */
export const STATEMENT_MS = Number(RUNTIME_LIMITS['statement_ms']?.value);

/** Reads a consistent snapshot per statement, which is given up where it takes longer than it may. */
export interface Reader extends Source {
  readonly dialect: Dialect;
}

/** A database that is looked into. */
export interface ReadableDatabase {
  readonly read: Reader;
  /** All that `work` reads is of one moment, while others go on writing. */
  snapshot<T>(work: (reader: Reader) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** One transaction. Never await anything but its own calls inside it. */
export interface Writer extends Reader {
  run(text: string, values: readonly SqlValue[]): Promise<{ readonly changes: number }>;
  /** Like `run` for whoever needs no answer: done before anything that is asked next, and what goes wrong with it goes wrong with that. */
  later(text: string, values: readonly SqlValue[]): void;
  /** The last statement of a work, which neither asks nor writes anything behind it: it may be answered only once all is durable. */
  last(text: string, values: readonly SqlValue[]): Promise<readonly Row[]>;
  /** Once the transaction is durable, those who follow are told that it changed this record. */
  changed(change: RecordChange): void;
  /** The statements of `work` take no longer than those of a reader may. */
  within<T>(work: () => Promise<T>): Promise<T>;
  /** Where `work` fails, all that it did is undone and nothing else; the failure is thrown on. */
  attempt<T>(work: () => Promise<T>): Promise<T>;
}

/** The one seam between Ninefold and a database engine. */
export interface Database extends ReadableDatabase {
  readonly dialect: Dialect;
  /**
   * Runs `work` in one durable transaction as if no other ran at the same time; whatever it throws rolls everything back.
   * It may run again from its beginning where two got in each other's way. Works of one `lane` wait for each other
   * before they begin; a lane is only a hint for those that would collide.
   * Short works with a lane may share a transaction: what each does is undone or stays by itself.
   */
  write<T>(work: (tx: Writer) => Promise<T>, lane?: string, size?: 'short' | 'long'): Promise<T>;
  /** The same while no other server on this database does: for changes of tables and for loading data. */
  alone<T>(work: (tx: Writer) => Promise<T>): Promise<T>;
  /** Does what keeps it quick and small; to be called every few minutes, by one server. */
  tidy(): Promise<void>;
  /** Follows what is changed here and by other servers on this database. */
  readonly follow: FollowChanges;
}
