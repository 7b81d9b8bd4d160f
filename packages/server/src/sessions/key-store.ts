import { todayIn } from '@ninefold/model';
import type { Noted } from '../audit/noted.ts';
import type { Clock } from '../clock.ts';
import { removeSubscriptionsOf } from '../records/calls/subscription-rows.ts';
import { newId } from '../uuid.ts';
import { hashOf, newKeySecret } from './token.ts';
import type { Database } from '../storage/database/database.ts';
import { KEY, REQUIRED, textColumn, type TableShape } from '../storage/database/shapes.ts';

/** What a program calls with: the rights of one role, in the name of one user, for some days. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly user: string;
  readonly createdBy: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  /** The last day, in the application's time zone, on which it was used, or null. */
  readonly usedOn: string | null;
}

/** API keys, kept as hashes of their secrets. */
export interface KeyStore {
  /** A new key; its secret is shown once, and only a hash of it is stored. */
  make(
    key: Pick<ApiKey, 'name' | 'role' | 'user' | 'createdBy'> & { readonly days: number },
    noted: (key: ApiKey) => Noted,
  ): Promise<{ readonly secret: string; readonly key: ApiKey }>;
  /** The key with this secret, or null where there is none or it has ended. */
  find(secret: string): Promise<ApiKey | null>;
  /** All that are stored, newest first; those that have ended too. */
  all(): Promise<readonly ApiKey[]>;
  /** The key with this id, which has not ended; null: there is none. */
  standing(id: string): Promise<ApiKey | null>;
  /** Ends a key with its subscriptions; false where there is none. */
  remove(id: string, noted: Noted): Promise<boolean>;
  /** Those that act in the name of a user, and those that this user made for others. */
  of(user: string): Promise<readonly ApiKey[]>;
}

export const KEY_TABLE: TableShape = {
  name: '_api_key',
  columns: [
    textColumn('secret', KEY),
    textColumn('id', REQUIRED),
    textColumn('name', REQUIRED),
    textColumn('role', REQUIRED),
    textColumn('user', REQUIRED),
    textColumn('created_by', REQUIRED),
    textColumn('created_at', REQUIRED),
    textColumn('expires_at', REQUIRED),
    textColumn('used_on'),
  ],
  key: [],
};

const COLUMNS = '"id", "name", "role", "user", "created_by", "created_at", "expires_at", "used_on"';
const INSERT = `INSERT INTO "_api_key" ("secret", ${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const DAY_MS = 86_400_000;
/** Keys in the table `_api_key`, which must exist. The day on which one was used last is a day in this time zone. */
export function createKeyStore(db: Database, clock: Clock, timeZone: string): KeyStore {
  return {
    make: async ({ days, ...given }, noted) => {
      const secret = newKeySecret();
      const createdAt = clock();
      const expiresAt = new Date(Date.parse(createdAt) + days * DAY_MS).toISOString();
      const key = { ...given, id: newId(createdAt), createdAt, expiresAt, usedOn: null };
      const { id, name, role, user, createdBy } = key;
      const values = [hashOf(secret), id, name, role, user, createdBy, createdAt, expiresAt, null];
      await db.write(async (tx) => {
        await tx.run(INSERT, values);
        noted(key)(tx);
      });
      return { secret, key };
    },
    find: async (secret) => {
      const now = clock();
      const query = `SELECT ${COLUMNS} FROM "_api_key" WHERE "secret" = ? AND "expires_at" > ?`;
      const [row] = await db.read.all(query, [hashOf(secret), now]);
      if (!row) return null;
      const key = keyOf(row);
      await noteUse(db, key, todayIn(timeZone, now));
      return key;
    },
    standing: async (id) => {
      const query = `SELECT ${COLUMNS} FROM "_api_key" WHERE "id" = ? AND "expires_at" > ?`;
      const [row] = await db.read.all(query, [id, clock()]);
      return row ? keyOf(row) : null;
    },
    all: async () => (await db.read.all(`SELECT ${COLUMNS} FROM "_api_key" ORDER BY "created_at" DESC`, [])).map(keyOf),
    remove: (id, noted) =>
      db.write(
        async (tx) => {
          const { changes } = await tx.run('DELETE FROM "_api_key" WHERE "id" = ?', [id]);
          if (changes > 0) await removeSubscriptionsOf(tx, id);
          if (changes > 0) noted(tx);
          return changes > 0;
        },
        `key ${id}`,
        'long',
      ),
    of: async (user) =>
      (await db.read.all(`SELECT ${COLUMNS} FROM "_api_key" WHERE "user" = ? OR "created_by" = ?`, [user, user])).map(
        keyOf,
      ),
  };
}

/** Once a day, so that reading stays reading. */
async function noteUse(db: Database, { id, usedOn }: ApiKey, today: string): Promise<void> {
  if (usedOn === today) return;
  await db.write((tx) => tx.run('UPDATE "_api_key" SET "used_on" = ? WHERE "id" = ?', [today, id]));
}

function keyOf(row: Readonly<Record<string, unknown>>): ApiKey {
  return {
    id: String(row['id']),
    name: String(row['name']),
    role: String(row['role']),
    user: String(row['user']),
    createdBy: String(row['created_by']),
    createdAt: String(row['created_at']),
    expiresAt: String(row['expires_at']),
    usedOn: row['used_on'] === null ? null : String(row['used_on']),
  };
}
