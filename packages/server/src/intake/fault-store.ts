import { randomUUID } from 'node:crypto';
import { isMap, keysOf, type FaultAnswer } from '@ninefold/model';
import type { Clock } from '../clock.ts';
import type { Database } from '../storage/database/database.ts';
import type { Row } from '../storage/sql/sql-value.ts';
import { countColumn, KEY, REQUIRED, textColumn, type TableShape } from '../storage/database/shapes.ts';
import type { SentryEvent } from './envelope.ts';
import { fingerprintOf, timesOf } from './fingerprint.ts';

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
    textColumn('fingerprint', { ...REQUIRED, initial: '' }),
    textColumn('first', { ...REQUIRED, initial: '' }),
    { ...countColumn('times'), initial: '1' },
    textColumn('handled', { ...REQUIRED, initial: '' }),
  ],
  key: [],
};

/** The faults that the intake took in, the newest ones of each sender. */
export interface FaultStore {
  /** `user` is null where nobody is signed in. */
  add(
    event: SentryEvent,
    from: { readonly source: FaultAnswer['source']; readonly user: string | null },
  ): Promise<string>;
  /** So many of each sender, the newest first. */
  newest(count: number): Promise<readonly FaultAnswer[]>;
}

/**
 * How many faults are kept of the server itself, of browsers in which somebody is signed in, and of all others. Each part
 * loses its own oldest ones only: nobody pushes out what others have reported.
 */
const KEPT = { server: 1000, signedIn: 500, anybody: 100 } as const;
type Sender = keyof typeof KEPT;
const FROM: Readonly<Record<Sender, string>> = {
  server: `"source" = 'server'`,
  signedIn: `"source" <> 'server' AND "user" IS NOT NULL`,
  anybody: `"source" <> 'server' AND "user" IS NULL`,
};

const SOURCES: readonly FaultAnswer['source'][] = ['browser', 'program', 'server'];
const FIND = 'SELECT "id", "times" FROM "_fault" WHERE "fingerprint" = ? AND "source" = ? LIMIT 1';
const INSERT = `INSERT INTO "_fault" ("id", "at", "source", "user", "level", "message", "event", "fingerprint", "first", "times", "handled")
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const COUNT = `UPDATE "_fault" SET "at" = ?, "user" = ?, "level" = ?, "message" = ?, "event" = ?, "times" = ?, "handled" = ? WHERE "id" = ?`;
const dropOld = (sender: Sender): string =>
  `DELETE FROM "_fault" WHERE ${FROM[sender]} AND "id" NOT IN (SELECT "id" FROM "_fault" WHERE ${FROM[sender]} ORDER BY "at" DESC, "id" LIMIT ?)`;
const newestOf = (sender: Sender): string =>
  `SELECT "id", "at", "first", "times", "source", "user", "level", "message", "handled" FROM "_fault" WHERE ${FROM[sender]} ORDER BY "at" DESC, "id" LIMIT ?`;

/** Faults in the table `_fault`, which must exist. */
export function createFaultStore(db: Database, clock: Clock): FaultStore {
  return {
    add: async (event, { source, user }) => {
      const level = typeof event['level'] === 'string' ? event['level'].slice(0, 20) : 'error';
      const [now, message, text] = [clock(), messageOf(event), JSON.stringify(event)];
      // What anybody may send never takes the place of what a user or a program reported.
      const fingerprint = `${user === null ? 'anonymous ' : ''}${fingerprintOf(event)}`;
      const times = timesOf(event);
      const handled = String(handledOf(event) ?? '');
      const sender = source === 'server' ? 'server' : user === null ? 'anybody' : 'signedIn';
      return db.write(async (tx) => {
        const [known] = await tx.all(FIND, [fingerprint, source]);
        if (known) {
          const id = String(known['id']);
          await tx.run(COUNT, [now, user, level, message, text, Number(known['times']) + times, handled, id]);
          return id;
        }
        const id = randomUUID();
        await tx.run(INSERT, [id, now, source, user, level, message, text, fingerprint, now, times, handled]);
        await tx.run(dropOld(sender), [KEPT[sender]]);
        return id;
      });
    },
    newest: async (count) => {
      const rows = await Promise.all(keysOf(KEPT).map((sender) => db.read.all(newestOf(sender), [count])));
      return rows
        .flat()
        .map(faultOf)
        .sort((a, b) => b.at.localeCompare(a.at));
    },
  };
}

function faultOf(row: Row): FaultAnswer {
  return {
    id: String(row['id']),
    at: String(row['at']),
    first: String(row['first'] === '' ? row['at'] : row['first']),
    times: Number(row['times']),
    source: SOURCES.find((source) => source === row['source']) ?? 'browser',
    user: row['user'] === null ? null : String(row['user']),
    level: String(row['level']),
    message: String(row['message']),
    handled: row['handled'] === '' ? null : row['handled'] === 'true',
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

/** What the outermost error of an event says of itself: `mechanism.handled` of the protocol. */
function handledOf(event: SentryEvent): boolean | null {
  const values: unknown = at(event['exception'], 'values');
  const mechanism = at(Array.isArray(values) ? values.at(-1) : null, 'mechanism');
  const handled = isMap(mechanism) ? mechanism['handled'] : null;
  return typeof handled === 'boolean' ? handled : null;
}

function at(value: unknown, key: string | number): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}
