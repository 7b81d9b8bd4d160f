/** What a statement takes and a row holds; text is UTF-8, integers are exact. */
export type SqlValue = null | number | bigint | string | Uint8Array;
export type Row = Readonly<Record<string, SqlValue>>;

/** Reads a consistent snapshot per statement. */
export interface Reader {
  all(text: string, values: readonly SqlValue[]): Promise<readonly Row[]>;
}

/** One transaction. Never await anything but its own calls inside it. */
export interface Writer extends Reader {
  run(text: string, values: readonly SqlValue[]): Promise<{ readonly changes: number }>;
}

/** The one seam between Ninefold and a database engine. */
export interface Database {
  readonly dialect: 'sqlite';
  readonly read: Reader;
  /** Runs `work` in one durable transaction; whatever it throws rolls everything back. Transactions run one after the other. */
  write<T>(work: (tx: Writer) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
