import type { Clock } from '../records/clock.ts';
import { newId } from '../records/writing/uuid.ts';
import { hashOf, newToken } from '../sessions/token.ts';
import type { Database } from '../storage/database.ts';
import { KEY, REQUIRED, textColumn, type TableShape } from '../storage/schema/shapes.ts';

/** What a program calls with: the rights of one role, in the name of one user, for some days. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly user: string;
  readonly createdBy: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  /** The last day (UTC) on which it was used, or null. */
  readonly usedOn: string | null;
}

/** API keys, kept as hashes of their secrets. */
export interface KeyStore {
  /** A new key; its secret is known to nobody else and never told again. */
  make(key: {
    readonly name: string;
    readonly role: string;
    readonly user: string;
    readonly createdBy: string;
    readonly days: number;
  }): Promise<{ readonly secret: string; readonly key: ApiKey }>;
  /** The key with this secret, or null where there is none or it has ended. */
  find(secret: string): Promise<ApiKey | null>;
  /** All that are stored, newest first; those that have ended too. */
  all(): Promise<readonly ApiKey[]>;
  /** Ends a key; false where there is none. */
  remove(id: string): Promise<boolean>;
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
const PREFIX = 'nfk_';

/** Whether this has the form of a key's secret. */
export function isKeySecret(text: string): boolean {
  return /^nfk_[A-Za-z0-9_-]{43}$/.test(text);
}

/** Keys in `_api_key`, which has to be there. */
export function createKeyStore(db: Database, clock: Clock): KeyStore {
  return {
    make: async ({ days, ...given }) => {
      const secret = PREFIX + newToken();
      const createdAt = clock();
      const expiresAt = new Date(Date.parse(createdAt) + days * DAY_MS).toISOString();
      const key = { ...given, id: newId(createdAt), createdAt, expiresAt, usedOn: null };
      const { id, name, role, user, createdBy } = key;
      const values = [hashOf(secret), id, name, role, user, createdBy, createdAt, expiresAt, null];
      await db.write((tx) => tx.run(INSERT, values));
      return { secret, key };
    },
    find: async (secret) => {
      const now = clock();
      const query = `SELECT ${COLUMNS} FROM "_api_key" WHERE "secret" = ? AND "expires_at" > ?`;
      const [row] = await db.read.all(query, [hashOf(secret), now]);
      if (!row) return null;
      const key = keyOf(row);
      await noteUse(db, key, now.slice(0, 10));
      return key;
    },
    all: async () => (await db.read.all(`SELECT ${COLUMNS} FROM "_api_key" ORDER BY "created_at" DESC`, [])).map(keyOf),
    remove: async (id) => {
      const { changes } = await db.write((tx) => tx.run('DELETE FROM "_api_key" WHERE "id" = ?', [id]));
      return changes > 0;
    },
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
