import { randomUUID } from 'node:crypto';
import type { Clock } from '../records/clock.ts';
import type { Database } from '../storage/database.ts';
import { KEY, REQUIRED, textColumn, type TableShape } from '../storage/schema/shapes.ts';
import type { SentryEvent } from './envelope.ts';

export const FAULT_TABLE: TableShape = {
  name: '_fault',
  columns: [
    textColumn('id', KEY),
    textColumn('at', REQUIRED),
    textColumn('source', REQUIRED),
    textColumn('user'),
    textColumn('level', REQUIRED),
    textColumn('message', REQUIRED),
    textColumn('event', REQUIRED),
  ],
  key: [],
};

/** One reported fault. */
export interface Fault {
  readonly id: string;
  readonly at: string;
  readonly source: 'browser' | 'server';
  /** Who was signed in. */
  readonly user: string | null;
  readonly level: string;
  readonly message: string;
}

/** The faults that the intake took in, the newest ones. */
export interface FaultStore {
  add(event: SentryEvent, from: { readonly source: Fault['source']; readonly user: string | null }): Promise<string>;
  newest(count: number): Promise<readonly Fault[]>;
}

const KEPT = 2000;
const INSERT = `INSERT INTO "_fault" ("id", "at", "source", "user", "level", "message", "event") VALUES (?, ?, ?, ?, ?, ?, ?)`;
const DROP_OLD = `DELETE FROM "_fault" WHERE "id" NOT IN (SELECT "id" FROM "_fault" ORDER BY "at" DESC, "id" LIMIT ?)`;
const NEWEST = `SELECT "id", "at", "source", "user", "level", "message" FROM "_fault" ORDER BY "at" DESC, "id" LIMIT ?`;

/** Faults in `_fault`, which has to be there; beyond 2000 the oldest are dropped. */
export function createFaultStore(db: Database, clock: Clock): FaultStore {
  return {
    add: async (event, { source, user }) => {
      const id = randomUUID();
      const level = typeof event['level'] === 'string' ? event['level'].slice(0, 20) : 'error';
      const row = [id, clock(), source, user, level, messageOf(event), JSON.stringify(event)];
      await db.write(async (tx) => {
        await tx.run(INSERT, row);
        await tx.run(DROP_OLD, [KEPT]);
      });
      return id;
    },
    newest: async (count) => {
      const rows = await db.read.all(NEWEST, [count]);
      return rows.map((row) => ({
        id: String(row['id']),
        at: String(row['at']),
        source: row['source'] === 'server' ? 'server' : 'browser',
        user: row['user'] === null ? null : String(row['user']),
        level: String(row['level']),
        message: String(row['message']),
      }));
    },
  };
}

/** The line that a fault is listed by. */
function messageOf(event: SentryEvent): string {
  const exception = at(at(event['exception'], 'values'), 0);
  const type = at(exception, 'type');
  const value = at(exception, 'value');
  if (typeof value === 'string') return `${typeof type === 'string' ? `${type}: ` : ''}${value}`.slice(0, 500);
  const message = event['message'];
  return typeof message === 'string' ? message.slice(0, 500) : '';
}

function at(value: unknown, key: string | number): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined;
}
