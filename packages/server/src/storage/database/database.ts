import { RUNTIME_LIMITS, type Model } from '@ninefold/model';
import type { StorageFailure } from './failure.ts';
import type { FollowChanges, RecordChange } from './changes.ts';
import type { Statement } from '../sql/sql.ts';
import type { Dialect } from './dialect.ts';
import type { IndexShape } from './shapes.ts';
import type { Source } from '../sql/source.ts';
import type { Row, SqlValue } from '../sql/sql-value.ts';
import type { SurveyQueueLimits } from './survey-queue.ts';

/** How much the surveys of one server may take. */
export interface SurveyLimits extends SurveyQueueLimits {
  /** How long all statements of one survey may take, in ms. */
  readonly ms: number;
}

/** How long a write waits for a row that somebody else holds, in milliseconds: the limit `lock_ms`. */
export const LOCK_MS = Number(RUNTIME_LIMITS['lock_ms']?.value);

/** The limits of surveys among those of an application; the runtime's own where the application has none. */
export function surveyLimits(limits: Model['limits'] = RUNTIME_LIMITS): SurveyLimits {
  const limit = (id: string): number => {
    const value = Number(limits[id]?.value);
    return value > 0 ? value : Number(RUNTIME_LIMITS[id]?.value);
  };
  return {
    ms: limit('read_ms'),
    most: limit('reads_at_once'),
    waiting: limit('reads_waiting'),
    waitingEach: limit('reads_waiting_each'),
    waitMs: limit('read_wait_ms'),
  };
}

/** Reads a consistent snapshot per statement. */
export interface Reader extends Source {
  readonly dialect: Dialect;
}

/** A database that is looked into. */
export interface ReadableDatabase {
  /**
   * For statements that look at a bounded number of rows, as by ids or by the key of an index: on SQLite nothing else is answered
   * while one of them runs. Everything else is a survey.
   */
  readonly read: Reader;
  /** All that `work` reads is of one moment, while others go on writing. */
  snapshot<T>(work: (reader: Reader) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** One transaction. Never await anything but its own calls inside it. */
export interface Writer extends Reader {
  run(statement: Statement, values: readonly SqlValue[]): Promise<{ readonly changes: number }>;
  /** Like `run` without an answer: it is done before the next statement that is asked, which fails where this one does. */
  later(statement: Statement, values: readonly SqlValue[]): void;
  /** The last statement of a transaction: nothing may be asked or written behind it. It may be answered only after the commit. */
  last(statement: Statement, values: readonly SqlValue[]): Promise<readonly Row[]>;
  /** Reports a changed record to the followers, after the commit. */
  changed(change: RecordChange): void;
  /** Runs `work` in a savepoint: where it fails, all that it did is undone and nothing else, and the failure is thrown on. */
  savepoint<T>(work: () => Promise<T>): Promise<T>;
}

/** A transaction of `alone`. */
export interface LoneWriter extends Writer {
  /** Waits until no transaction of `write` runs on any server, and lets none begin before this one has ended. Reads go on. */
  stopWrites(): Promise<void>;
  /**
   * Runs `work` in a transaction that is committed before this one goes on, so that its locks are short; in this very one where there
   * are no others to be kept waiting.
   */
  apart<T>(work: (tx: Writer) => Promise<T>): Promise<T>;
}

/** Makes and drops indexes while others read. */
export interface IndexWork {
  /** Whether nobody writes while an index is made. */
  readonly stopsWrites: boolean;
  /** Makes an index, and what plans have to know of it. What an attempt that was interrupted has left of it goes first. */
  make(index: IndexShape): Promise<void>;
  /** Drops an index, or what is left of one; nothing where there is none. */
  drop(name: string): Promise<void>;
}

/** The key of works that collide in transactions of their own, and get along in one that they share: each draws the next number. */
export interface DrawnKey {
  readonly drawn: string;
}

/** What `Database.write` is told of its work. */
export type WorkSize = 'short' | 'long' | 'repeated';

/** The one seam between Ninefold and a database engine. */
export interface Database extends ReadableDatabase {
  readonly dialect: Dialect;
  /**
   * A survey: reads that may look at any number of rows, all of one moment after this call. Nothing else waits for them: they run
   * in turns, which `caller` shares with the other callers, and are given up (`slow`) where all statements together take longer
   * than `read_ms`. `work` holds a turn: it waits for nothing that takes long but the reader.
   */
  survey<T>(caller: string, work: (reader: Reader) => Promise<T>): Promise<T>;
  /**
   * Runs `work` in one durable transaction as if no other ran at the same time; whatever it throws rolls everything back.
   * It may run again from its beginning where another transaction got in its way. Work with the same serialization `key` runs one after
   * the other; the key is only a hint for work that would collide.
   * Short work with a key may share a transaction with other work: each is undone by itself. Work that is `repeated` is short, and done
   * again where a failure of power has lost it: what it wrote need not be on disk when it is answered, and is at the latest with the
   * next work that is not.
   */
  write<T>(work: (tx: Writer) => Promise<T>, key?: string | DrawnKey, size?: WorkSize): Promise<T>;
  /** The same while no other server on this database does: for changes of tables and for loading data. */
  alone<T>(work: (tx: LoneWriter) => Promise<T>): Promise<T>;
  /** Runs `work` unless another server on this database does such work now: then nothing is done, and the answer is null. */
  indexing<T>(work: (indexes: IndexWork) => Promise<T>): Promise<T | null>;
  /** Whether a server is connected to it, as far as the database can tell; false for a file. */
  isServed(): Promise<boolean>;
  /** Does what keeps it quick and small; to be called every few minutes, by one server. */
  tidy(): Promise<void>;
  /**
   * From now on each transaction of `write` finds this fingerprint of the stored model, or is rolled back with an
   * `OtherSpecification`. So does a read that names what is no longer there.
   */
  keepTo(fingerprint: string): void;
  /**
   * Is told which limits were set while servers ran (JSON, null: none), now and whenever a transaction of `write` or a look finds
   * others. A transaction that began with earlier ones runs again.
   */
  followLimits(listener: (held: string | null) => void): void;
  /**
   * What stands for the conditions of which programs want to be told when a write turns them: another one where they are others, null
   * where there are none. As with limits, a transaction that began with earlier ones runs again.
   */
  watched(): string | null;
  /** Looks at the storage itself: why it cannot be written to, as far as one row tells; null where it can. Never rejects. */
  look(): Promise<StorageFailure | null>;
  /** Follows what is changed here and by other servers on this database. */
  readonly follow: FollowChanges;
}
