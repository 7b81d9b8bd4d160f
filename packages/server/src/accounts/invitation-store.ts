import type { Noted } from '../audit/noted.ts';
import type { Clock } from '../clock.ts';
import { hashOf, newToken } from '../sessions/token.ts';
import type { Database } from '../storage/database/database.ts';
import { KEY, REQUIRED, textColumn, type TableShape } from '../storage/database/shapes.ts';

export const INVITATION_TABLE: TableShape = {
  name: '_invitation',
  columns: [
    textColumn('token', KEY),
    textColumn('user', REQUIRED),
    textColumn('by', REQUIRED),
    textColumn('created_at', REQUIRED),
    textColumn('expires_at', REQUIRED),
  ],
  key: [],
};

/** Who made a link, where a command on the machine of the server did: whoever has the data. */
export const OPERATOR = '';

/** How long a link to set a password may be used. */
const HOURS = 72;

/** A link by which one user sets a password, once. */
export interface Invitation {
  readonly token: string;
  readonly expiresAt: string;
}

/** Whom a link is for, and who made it: ids of users, or `OPERATOR`. */
export interface Invited {
  readonly user: string;
  readonly by: string;
}

/** Links that let users set their passwords, kept as hashes. */
export interface InvitationStore {
  /** A new link for this user; earlier ones end. */
  open(user: string, by: string, noted: Noted): Promise<Invitation>;
  /** Those of the users for whom a link is open. */
  among(users: readonly string[]): Promise<ReadonlySet<string>>;
  /** Whom this link is for, or null. */
  find(token: string): Promise<Invited | null>;
  /** Ends the link; false where somebody was faster. */
  use(token: string): Promise<boolean>;
}

const INSERT = 'INSERT INTO "_invitation" ("token", "user", "by", "created_at", "expires_at") VALUES (?, ?, ?, ?, ?)';

/** Invitations in the table `_invitation`, which must exist. */
export function createInvitationStore(db: Database, clock: Clock): InvitationStore {
  return {
    open: async (user, by, noted) => {
      const token = newToken();
      const now = clock();
      const expiresAt = new Date(Date.parse(now) + HOURS * 3_600_000).toISOString();
      await db.write(async (tx) => {
        await tx.run('DELETE FROM "_invitation" WHERE "user" = ? OR "expires_at" <= ?', [user, now]);
        await tx.run(INSERT, [hashOf(token), user, by, now, expiresAt]);
        noted(tx);
      });
      return { token, expiresAt };
    },
    among: async (users) => {
      if (users.length === 0) return new Set();
      const query = `SELECT "user" FROM "_invitation" WHERE "expires_at" > ? AND "user" IN (${users.map(() => '?').join(', ')})`;
      return new Set((await db.read.all(query, [clock(), ...users])).map(({ user }) => String(user)));
    },
    find: async (token) => {
      const query = 'SELECT "user", "by" FROM "_invitation" WHERE "token" = ? AND "expires_at" > ?';
      const [row] = await db.read.all(query, [hashOf(token), clock()]);
      return row ? { user: String(row['user']), by: String(row['by']) } : null;
    },
    use: async (token) => {
      const { changes } = await db.write((tx) =>
        tx.run('DELETE FROM "_invitation" WHERE "token" = ?', [hashOf(token)]),
      );
      return changes === 1;
    },
  };
}
