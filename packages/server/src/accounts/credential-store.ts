import type { Noted } from '../audit/noted.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../storage/database/database.ts';
import { KEY, REQUIRED, textColumn, type TableShape } from '../storage/database/shapes.ts';

export const CREDENTIAL_TABLE: TableShape = {
  name: '_credential',
  columns: [textColumn('user', KEY), textColumn('password', REQUIRED), textColumn('changed_at', REQUIRED)],
  key: [],
};

/** The password hashes of accounts, apart from the users' records, which the API shows. */
export interface CredentialStore {
  find(user: string): Promise<string | null>;
  /** Those of the users who have a password. */
  among(users: readonly string[]): Promise<ReadonlySet<string>>;
  set(user: string, hash: string, noted?: Noted): Promise<void>;
  /** Whether anybody at all can sign in with a password. */
  any(): Promise<boolean>;
  /** The user who is the only one that can; null where there are several or none. */
  only(): Promise<string | null>;
}

const SET = `INSERT INTO "_credential" ("user", "password", "changed_at") VALUES (?, ?, ?)
  ON CONFLICT ("user") DO UPDATE SET "password" = excluded."password", "changed_at" = excluded."changed_at"`;

/** Credentials in the table `_credential`, which must exist. */
export function createCredentialStore(db: Database, clock: Clock): CredentialStore {
  return {
    find: async (user) => {
      const [row] = await db.read.all('SELECT "password" FROM "_credential" WHERE "user" = ?', [user]);
      return row ? String(row['password']) : null;
    },
    among: async (users) => {
      if (users.length === 0) return new Set();
      const places = users.map(() => '?').join(', ');
      const rows = await db.read.all(`SELECT "user" FROM "_credential" WHERE "user" IN (${places})`, users);
      return new Set(rows.map(({ user }) => String(user)));
    },
    set: async (user, hash, noted) => {
      await db.write(async (tx) => {
        await tx.run(SET, [user, hash, clock()]);
        noted?.(tx);
      });
    },
    any: async () => (await db.read.all('SELECT 1 FROM "_credential" LIMIT 1', [])).length > 0,
    only: async () => {
      const rows = await db.read.all('SELECT "user" FROM "_credential" LIMIT 2', []);
      return rows.length === 1 ? String(rows[0]?.['user']) : null;
    },
  };
}
