import type { Noted } from '../audit/noted.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../storage/database/database.ts';
import { KEY, REQUIRED, textColumn, type TableShape } from '../storage/database/shapes.ts';
import { hashOf, newToken } from './token.ts';

/** One signed-in browser. */
export interface Session {
  readonly user: string;
  readonly expiresAt: string;
}

/** The sessions of every user, kept in the database as hashes of their tokens. */
export interface SessionStore {
  /** A session that ends after `hours`; its token is known to nobody else. */
  open(user: string, hours: number, noted?: Noted): Promise<{ readonly token: string; readonly session: Session }>;
  /** Null where there is none, or where it has ended. */
  find(token: string): Promise<Session | null>;
  /** Those of these tokens that have a session, by token. */
  findAll(tokens: readonly string[]): Promise<ReadonlyMap<string, Session>>;
  /** Those of these tokens whose sessions have not ended. */
  standing(tokens: readonly string[]): Promise<ReadonlySet<string>>;
  close(token: string, noted?: Noted): Promise<void>;
  /** Ends every session of this user but the one with the given token. */
  closeOthers(user: string, token: string | null): Promise<void>;
}

export const SESSION_TABLE: TableShape = {
  name: '_user_session',
  columns: [
    textColumn('token', KEY),
    textColumn('user', REQUIRED),
    textColumn('created_at', REQUIRED),
    textColumn('expires_at', REQUIRED),
  ],
  key: [],
};

const INSERT = 'INSERT INTO "_user_session" ("token", "user", "created_at", "expires_at") VALUES (?, ?, ?, ?)';

/** Sessions in the table `_user_session`, which must exist. */
export function createSessionStore(db: Database, clock: Clock): SessionStore {
  const findAll: SessionStore['findAll'] = async (tokens) => {
    const byHash = new Map(tokens.map((token) => [hashOf(token), token]));
    const [first = ''] = byHash.keys();
    const columns = 'SELECT "token", "user", "expires_at" FROM "_user_session" WHERE "expires_at" > ? AND "token"';
    // One alone is asked for plainly, which every engine answers soonest.
    const rows = await (byHash.size === 1
      ? db.read.all(`${columns} = ?`, [clock(), first])
      : db.read.all(`${columns} IN (SELECT "value" FROM ${db.dialect.items('t')})`, [
          clock(),
          db.dialect.list([...byHash.keys()]),
        ]));
    return new Map(
      rows.flatMap((row) => {
        const token = byHash.get(String(row['token']));
        const session = { user: String(row['user']), expiresAt: String(row['expires_at']) };
        return token === undefined ? [] : [[token, session] as const];
      }),
    );
  };
  return {
    open: async (user, hours, noted) => {
      const token = newToken();
      const now = clock();
      const expiresAt = new Date(Date.parse(now) + hours * 3_600_000).toISOString();
      await db.write(async (tx) => {
        await tx.run('DELETE FROM "_user_session" WHERE "expires_at" <= ?', [now]);
        await tx.run(INSERT, [hashOf(token), user, now, expiresAt]);
        noted?.(tx);
      });
      return { token, session: { user, expiresAt } };
    },
    find: async (token) => (await findAll([token])).get(token) ?? null,
    findAll,
    standing: async (tokens) => {
      const byHash = new Map(tokens.map((token) => [hashOf(token), token]));
      const query = `SELECT "token" FROM "_user_session" WHERE "expires_at" > ? AND "token" IN (SELECT "value" FROM ${db.dialect.items('t')})`;
      const rows = await db.read.all(query, [clock(), db.dialect.list([...byHash.keys()])]);
      return new Set(rows.flatMap((row) => byHash.get(String(row['token'])) ?? []));
    },
    close: async (token, noted) => {
      await db.write(async (tx) => {
        await tx.run('DELETE FROM "_user_session" WHERE "token" = ?', [hashOf(token)]);
        noted?.(tx);
      });
    },
    closeOthers: async (user, token) => {
      const kept = token === null ? '' : hashOf(token);
      const text = 'DELETE FROM "_user_session" WHERE "user" = ? AND "token" <> ?';
      await db.write((tx) => tx.run(text, [user, kept]));
    },
  };
}
