import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Row, SqlValue } from '../sql-value.ts';
import { registerFunctions } from './functions.ts';
import { createWatch } from './watch.ts';

const MAX_STATEMENTS = 500;

interface Prepared {
  readonly statement: StatementSync;
  readonly parameters: number;
}

/** One connection to a SQLite file: prepared statements by text, a strict count of parameters, exact integers. */
export interface Connection {
  readonly handle: DatabaseSync;
  all(text: string, values: readonly SqlValue[]): readonly Row[];
  run(text: string, values: readonly SqlValue[]): { readonly changes: number };
  exec(text: string): void;
}

/** `statementMs`: how long a statement may take that looks at the clock (`nf_on_time`); for ever unless said otherwise. */
export function openConnection(
  path: string,
  { readOnly = false, statementMs = Infinity }: { readonly readOnly?: boolean; readonly statementMs?: number } = {},
): Connection {
  const handle = new DatabaseSync(path, { enableForeignKeyConstraints: true, timeout: 5000, readOnly });
  const watch = createWatch(statementMs);
  registerFunctions(handle, watch.look);
  if (!readOnly) settle(handle, path);
  const statements = new Map<string, Prepared>();
  const prepared = (text: string, values: readonly SqlValue[]): StatementSync => {
    const found = statements.get(text) ?? prepare(handle, text, statements);
    if (found.parameters !== values.length) {
      throw new RangeError(`a statement takes ${found.parameters} values, not ${values.length}: ${text}`);
    }
    return found.statement;
  };
  return {
    handle,
    all: (text, values) => {
      const statement = prepared(text, values);
      watch.start();
      return statement.all(...bindable(values)) as unknown as readonly Row[];
    },
    run: (text, values) => ({ changes: Number(prepared(text, values).run(...bindable(values)).changes) }),
    exec: (text) => handle.exec(text),
  };
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

function prepare(handle: DatabaseSync, text: string, statements: Map<string, Prepared>): Prepared {
  const statement = handle.prepare(text);
  statement.setReadBigInts(true);
  const entry = { statement, parameters: countParameters(text) };
  if (statements.size >= MAX_STATEMENTS) statements.delete(statements.keys().next().value ?? '');
  statements.set(text, entry);
  return entry;
}

/** Placeholders are bare `?`; quoted names and texts are skipped. */
function countParameters(text: string): number {
  return text.replace(/"(?:[^"]|"")*"|'(?:[^']|'')*'/g, '').split('?').length - 1;
}
