import type pg from 'pg';
import type { Row, SqlValue } from '../../sql/sql-value.ts';
import { storable } from './storable.ts';
import type { Statement } from './statements.ts';

export interface Answer {
  readonly rows: readonly Row[];
  readonly changes: number;
  /** What was done, in PostgreSQL's word. */
  readonly command: string;
}

/** A statement that waits to be sent, and who hears what came of it. */
export interface Asked {
  readonly statement: Pick<Statement, 'text' | 'name'>;
  readonly values: readonly SqlValue[];
  readonly done: (answer: Answer) => void;
  readonly failed: (cause: Error) => void;
}

interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}

/** What a connection knows of a statement that was prepared on it; null where nobody knows whether it was. */
type Prepared = Map<string, readonly Column[] | null>;

const connections = new WeakMap<pg.Connection, Prepared>();

/** The part of the driver's connection that it gives to those who bring a protocol of their own, which its types leave out. */
interface Wire {
  stream: { readonly writable: boolean; write(bytes: Uint8Array): unknown };
  parse(query: { readonly text: string; readonly name: string }): void;
  bind(config: { readonly statement: string; readonly values: readonly SqlValue[] }): void;
  describe(what: { readonly type: 'P'; readonly name: string }): void;
  execute(config: { readonly portal: string; readonly rows: number }): void;
  close(what: { readonly type: 'S'; readonly name: string }): void;
  sync(): void;
}

interface Description {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
}

/**
 * Several statements in one message and one answer. Each runs after the one before it; where one fails, none behind it runs,
 * and all of those fail with it. `answered` hears of its end.
 */
export function createBatch(
  asked: readonly Asked[],
  parserOf: (oid: number) => (text: string) => unknown,
  answered: () => void,
): pg.Submittable {
  let prepared: Prepared = new Map();
  let at = 0;
  let columns: readonly Column[] = [];
  let rows: Row[] = [];
  const begin = (): void => {
    rows = [];
    columns = prepared.get(asked[at]?.statement.name ?? '') ?? [];
  };
  const end = (text: string): void => {
    const { statement, done } = asked[at] ?? {};
    if (statement && statement.name !== null) prepared.set(statement.name, columns);
    done?.({ rows, changes: Number(/\d+$/.exec(text)?.[0] ?? 0), command: text.split(' ', 1)[0] ?? '' });
    at += 1;
    begin();
  };
  const batch = {
    submit: (connection: pg.Connection) => {
      prepared = connections.get(connection) ?? prepared;
      connections.set(connection, prepared);
      send(connection as unknown as Wire, prepared, asked);
      begin();
    },
    handleRowDescription: ({ fields }: Description) => {
      columns = fields.map(({ name, dataTypeID }) => ({ name, parse: parserOf(dataTypeID) }));
    },
    handleDataRow: ({ fields }: { readonly fields: readonly (string | null)[] }) => {
      rows.push(rowOf(columns, fields));
    },
    handleCommandComplete: ({ text }: { readonly text: string }) => end(text),
    handleEmptyQuery: () => end(''),
    handleError: (cause: Error) => {
      for (const { statement } of asked.slice(at)) if (statement.name !== null) prepared.set(statement.name, null);
      for (const { failed } of asked.slice(at)) failed(cause);
      at = asked.length;
      answered(); // the driver tells of nothing more
    },
    handleReadyForQuery: answered,
    handlePortalSuspended: () => undefined,
    handleCopyInResponse: () => undefined,
    handleCopyData: () => undefined,
  };
  return batch;
}

/** All at once: hundreds of small parts cost the socket more than a copy of them. */
function send(wire: Wire, prepared: Prepared, asked: readonly Asked[]): void {
  const fresh = new Set<string>();
  const { stream } = wire;
  const parts: Uint8Array[] = [];
  wire.stream = { writable: stream.writable, write: (bytes) => parts.push(bytes) };
  try {
    for (const { statement, values } of asked) sendOne(wire, prepared, { fresh, asked: statement, values });
    wire.sync();
  } finally {
    wire.stream = stream;
  }
  stream.write(Buffer.concat(parts));
}

/** What is prepared on the connection is neither read nor described again. */
function sendOne(
  wire: Wire,
  prepared: Prepared,
  {
    fresh,
    asked: { text, name },
    values,
  }: { readonly fresh: Set<string>; readonly asked: Asked['statement']; readonly values: readonly SqlValue[] },
): void {
  const known = name === null ? undefined : prepared.get(name);
  const own = name === null ? '' : `t${name}`;
  const isThere = name !== null && (fresh.has(name) || (known !== undefined && known !== null));
  if (!isThere) {
    if (known === null) wire.close({ type: 'S', name: own });
    wire.parse({ text, name: own });
    if (name !== null) fresh.add(name);
  }
  wire.bind({ statement: own, values: values.map(sent) });
  if (known === undefined || known === null) wire.describe({ type: 'P', name: '' });
  wire.execute({ portal: '', rows: 0 });
}

/** In the form of the wire. */
function sent(value: SqlValue): SqlValue {
  if (typeof value === 'string') return storable(value);
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return value === null ? null : String(value);
}

function rowOf(columns: readonly Column[], fields: readonly (string | null)[]): Row {
  const row: Record<string, SqlValue> = {};
  for (const [index, { name, parse }] of columns.entries()) {
    const field = fields[index] ?? null;
    row[name] = field === null ? null : (parse(field) as SqlValue); // as the driver reads the type of the column
  }
  return row;
}
