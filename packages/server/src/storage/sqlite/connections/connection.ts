import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Row, SqlValue } from '../../sql/sql-value.ts';
import { watchAccesses, type Accessed, type Accesses } from './accesses.ts';
import { registerFunctions } from './functions.ts';

const MAX_STATEMENTS = 500;

interface Prepared {
  readonly statement: StatementSync;
  readonly parameters: number;
  readonly writes: Accessed;
}

/** One connection to a SQLite file: prepared statements by text, a strict count of parameters, exact integers. */
export interface Connection {
  readonly handle: DatabaseSync;
  all(text: string, values: readonly SqlValue[]): readonly Row[];
  /** The same row by row. The statement has to be read to its end, or given up. */
  lists(text: string, values: readonly SqlValue[]): Lists;
  run(text: string, values: readonly SqlValue[]): { readonly changes: number };
  exec(text: string): void;
  /** Whether commits from now on end with a sync to disk, as they do at first. Outside of a transaction only. */
  syncCommits(isSynced: boolean): void;
  /** What the statement reads; compiles it for that. */
  reads(text: string): ReadonlySet<string>;
  /** What was written since the last call, or since the file was opened. What was taken back may be among it. */
  takeWritten(): readonly string[];
  /** Compiles each statement again, since another connection may have changed the shape of the data. */
  forget(): void;
}

export function openConnection(path: string, { readOnly = false }: { readonly readOnly?: boolean } = {}): Connection {
  const handle = new DatabaseSync(path, { enableForeignKeyConstraints: true, timeout: 5000, readOnly });
  registerFunctions(handle);
  if (!readOnly) settle(handle, path);
  const forget = (): void => {
    prepared.clear();
    listing.clear();
  };
  const accesses = watchAccesses(handle, forget);
  const prepared = createStatements(handle, accesses, false);
  const listing = createStatements(handle, accesses, true);
  let isSyncing = true;
  return {
    handle,
    all: (text, values) => prepared.of(text, values).all(...bindable(values)) as unknown as readonly Row[], // numbers are bigints
    lists: (text, values) => {
      const statement = listing.of(text, values);
      return {
        columns: statement.columns().map(({ name }) => name),
        rows: statement.iterate(...bindable(values)) as unknown as Lists['rows'], // it returns arrays
      };
    },
    run: (text, values) => ({ changes: Number(prepared.of(text, values).run(...bindable(values)).changes) }),
    exec: (text) => handle.exec(text),
    syncCommits: (isSynced) => {
      if (isSynced === isSyncing) return;
      handle.exec(`PRAGMA synchronous = ${isSynced ? 'FULL' : 'NORMAL'}`);
      isSyncing = isSynced;
    },
    reads: (text) => accesses.compiled(() => handle.prepare(text)).reads,
    takeWritten: () => {
      const written = [...accesses.written];
      accesses.written.clear();
      return written;
    },
    forget,
  };
}

/** Rows as lists of values, in the order of the columns. */
export interface Lists {
  readonly columns: readonly string[];
  readonly rows: Iterable<readonly SqlValue[]>;
}

type Bindable = Exclude<SqlValue, boolean>;

/** Truth is 1 or 0 here. */
function bindable(values: readonly SqlValue[]): readonly Bindable[] {
  const hasTruth = values.some((value) => typeof value === 'boolean');
  return (
    hasTruth ? values.map((value) => (typeof value === 'boolean' ? Number(value) : value)) : values
  ) as readonly Bindable[]; // no boolean is left
}

/** What a large transaction has let the log grow to is given back, down to this many bytes. */
const LOG_BYTES = 64 * 1024 * 1024;

/** Durability is asserted, not hoped for: WAL and a sync at every commit. */
function settle(handle: DatabaseSync, path: string): void {
  handle.exec('PRAGMA synchronous = FULL; PRAGMA cache_size = -32000; PRAGMA temp_store = MEMORY;');
  handle.exec(`PRAGMA journal_size_limit = ${String(LOG_BYTES)}`);
  const journal = handle.prepare('PRAGMA journal_mode = WAL').get()?.['journal_mode'];
  const synchronous = handle.prepare('PRAGMA synchronous').get()?.['synchronous'];
  if (path !== ':memory:' && journal !== 'wal') throw new Error(`journal_mode is ${String(journal)}, not wal`);
  if (synchronous !== 2) throw new Error(`synchronous is ${String(synchronous)}, not FULL`);
}

const NOTHING: Accessed = new Set();

interface Statements {
  of(text: string, values: readonly SqlValue[]): StatementSync;
  clear(): void;
}

/** Statements by text, each prepared once; with `asLists` they give rows as lists of values. */
function createStatements(handle: DatabaseSync, { compiled, written }: Accesses, asLists: boolean): Statements {
  const statements = new Map<string, Prepared>();
  const prepare = (text: string): Prepared => {
    const { value: statement, writes } = compiled(() => handle.prepare(text));
    statement.setReadBigInts(true);
    statement.setReturnArrays(asLists);
    const entry = { statement, parameters: countParameters(text), writes: writes.size === 0 ? NOTHING : writes };
    if (statements.size >= MAX_STATEMENTS) statements.delete(statements.keys().next().value ?? '');
    statements.set(text, entry);
    return entry;
  };
  return {
    of: (text, values) => {
      const { statement, parameters, writes } = statements.get(text) ?? prepare(text);
      if (parameters !== values.length)
        throw new RangeError(`a statement takes ${parameters} values, not ${values.length}: ${text}`);
      for (const one of writes) written.add(one);
      return statement;
    },
    clear: () => statements.clear(),
  };
}

/** Placeholders are bare `?`; quoted names and texts are skipped. */
function countParameters(text: string): number {
  return text.replace(/"(?:[^"]|"")*"|'(?:[^']|'')*'/g, '').split('?').length - 1;
}
