import { thrownPart } from '../../../thrown.ts';
import type { SqlValue } from '../../sql/sql-value.ts';
import { openConnection, type Connection } from './connection.ts';
import type { Failure, Order, Report } from './messages.ts';

// The program of a reading process: it does what `survey.ts` orders, one order after the other.

/** So many rows are told at once. */
const AT_ONCE = 500;
/** A cache of its own for each file, in KiB. Sorting that needs more goes to a file. */
const CACHE = 'PRAGMA cache_size = -8000';

const connections = new Map<string, Connection>();
/** The file that is read; or why it cannot be. */
let current: Connection | Failure | null = null;

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
      read(order.text, order.values);
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

function begun(path: string): Connection | Failure {
  try {
    const connection = connections.get(path) ?? opened(path);
    connections.set(path, connection);
    connection.exec('BEGIN');
    return connection;
  } catch (cause) {
    return failureOf(cause);
  }
}

function opened(path: string): Connection {
  const connection = openConnection(path, { readOnly: true });
  connection.exec(CACHE);
  return connection;
}

function read(text: string, values: readonly SqlValue[]): void {
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
    const { columns, rows } = current.lists(text, values);
    let some: (readonly SqlValue[])[] = [];
    for (const row of rows) {
      if (some.length === AT_ONCE) {
        tell({ report: 'rows', columns, rows: some, more: true, ms: took() });
        some = [];
      }
      some.push(row);
    }
    tell({ report: 'rows', columns, rows: some, more: false, ms: took() });
  } catch (cause) {
    tell({ report: 'failed', failure: failureOf(cause), ms: took() });
  }
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
