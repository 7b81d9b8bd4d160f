import { thrownPart } from '../../../thrown.ts';
import { createRowMemory, statementKey, type RowMemory } from '../../database/row-memory.ts';
import type { SqlValue } from '../../sql/sql-value.ts';
import { openConnection, type Connection, type Lists } from './connection.ts';
import { momentOf } from './moments.ts';
import type { Failure, Order, Report } from './messages.ts';

// The program of a reading process: it does what `survey.ts` orders, one order after the other.

/** So many rows are told at once. */
const AT_ONCE = 500;
/** A cache of its own for each file, in KiB. Sorting that needs more goes to a file. */
const CACHE = 'PRAGMA cache_size = -8000';

/** Of so many statements is known what they read. */
const MOST_TEXTS = 500;

/** All rows of a statement. */
interface AllLists extends Lists {
  readonly rows: readonly (readonly SqlValue[])[];
}

/** A file, and what is remembered of it. */
interface OpenFile extends Connection {
  readonly memory: RowMemory<AllLists>;
  /** What statements read, by their text, since the data have had this shape. */
  known: { readonly shape: string; readonly reads: Map<string, ReadonlySet<string>> };
}

const connections = new Map<string, OpenFile>();
/** The file that is read; or why it cannot be. */
let current: OpenFile | Failure | null = null;

process.on('message', (order) => {
  obey(order as Order); // as `survey.ts` sends it
});
process.on('disconnect', () => process.exit());
// A terminal and a system that ends a service tell every process of it: the server still answers what it was asked.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
tell({ report: 'ready' });

function obey(order: Order): void {
  switch (order.order) {
    case 'begin':
      current = begun(order.path);
      return;
    case 'read':
      read(order);
      return;
    case 'end':
      if (current !== null && 'handle' in current && current.handle.isTransaction) current.exec('COMMIT');
      current = null;
      return;
    case 'close':
      connections.get(order.path)?.handle.close();
      connections.delete(order.path);
  }
}

function begun(path: string): OpenFile | Failure {
  try {
    const connection = connections.get(path) ?? opened(path);
    connections.set(path, connection);
    connection.exec('BEGIN');
    return connection;
  } catch (cause) {
    return failureOf(cause);
  }
}

function opened(path: string): OpenFile {
  const connection = openConnection(path, { readOnly: true });
  connection.exec(CACHE);
  return { ...connection, memory: createRowMemory(({ rows }) => rows.length), known: { shape: '', reads: new Map() } };
}

function read({ text, values, mayRecall }: Extract<Order, { readonly order: 'read' }>): void {
  let began = performance.now();
  const took = (): number => {
    const now = performance.now();
    const ms = now - began;
    began = now;
    return ms;
  };
  try {
    if (current === null || !('handle' in current)) {
      tell({ report: 'failed', failure: current ?? { message: 'no file is read' }, ms: took() });
      return;
    }
    const { columns, rows, savedMs } = mayRecall ? recalled(current, text, values) : listed(current, text, values);
    let some: (readonly SqlValue[])[] = [];
    for (const row of rows) {
      if (some.length === AT_ONCE) {
        tell({ report: 'rows', columns, rows: some, more: true, ms: took(), savedMs });
        some = [];
      }
      some.push(row);
    }
    tell({ report: 'rows', columns, rows: some, more: false, ms: took(), savedMs });
  } catch (cause) {
    tell({ report: 'failed', failure: failureOf(cause), ms: took() });
  }
}

interface Listed extends Lists {
  readonly savedMs: number;
}

function listed(file: OpenFile, text: string, values: readonly SqlValue[]): Listed {
  return { ...file.lists(text, values), savedMs: 0 };
}

function recalled(file: OpenFile, text: string, values: readonly SqlValue[]): Listed {
  const moment = momentFor(file, text);
  const key = statementKey(text, values);
  const kept = file.memory.recall(moment, key);
  if (kept !== null) return { ...kept.rows, savedMs: kept.savedMs };
  const began = performance.now();
  const { columns, rows } = file.lists(text, values);
  const all = { columns, rows: [...rows] };
  file.memory.keep(moment, key, { rows: all, savedMs: performance.now() - began });
  return { ...all, savedMs: 0 };
}

/** Of what the statement reads, as the shape of the data is now. */
function momentFor(file: OpenFile, text: string): string {
  const moment = momentOf(file, readsOf(file, text));
  if (moment.shape === file.known.shape) return moment.text;
  file.known = { shape: moment.shape, reads: new Map() };
  file.forget();
  return momentOf(file, readsOf(file, text)).text;
}

function readsOf(file: OpenFile, text: string): ReadonlySet<string> {
  const { reads } = file.known;
  const known = reads.get(text) ?? file.reads(text);
  if (reads.size >= MOST_TEXTS) reads.clear();
  reads.set(text, known);
  return known;
}

function tell(report: Report): void {
  process.send?.(report);
}

function failureOf(cause: unknown): Failure {
  return {
    message: String(thrownPart(cause, 'message')),
    code: thrownPart(cause, 'code'),
    errcode: thrownPart(cause, 'errcode'),
  };
}
