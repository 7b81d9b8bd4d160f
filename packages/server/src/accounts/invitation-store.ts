import type { Clock } from '../records/clock.ts';
import { hashOf, newToken } from '../sessions/token.ts';
import type { Database } from '../storage/database.ts';
import { KEY, REQUIRED, textColumn, type TableShape } from '../storage/schema/shapes.ts';

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

/** How long a link to set a password may be used. */
const HOURS = 72;

/** A link by which one user sets a password, once. */
export interface Invitation {
  readonly token: string;
  readonly expiresAt: string;
}

/** Links that let users set their passwords, kept as hashes. */
export interface InvitationStore {
  /** A new link for this user; earlier ones end. */
  open(user: string, by: string): Promise<Invitation>;
  /** The user whom this link is for, or null. */
  find(token: string): Promise<string | null>;
  /** Ends the link; false where somebody was faster. */
  use(token: string): Promise<boolean>;
}

const INSERT = 'INSERT INTO "_invitation" ("token", "user", "by", "created_at", "expires_at") VALUES (?, ?, ?, ?, ?)';

/** Invitations in `_invitation`, which has to be there. */
export function createInvitationStore(db: Database, clock: Clock): InvitationStore {
  return {
    open: async (user, by) => {
      const token = newToken();
      const now = clock();
      const expiresAt = new Date(Date.parse(now) + HOURS * 3_600_000).toISOString();
      await db.write(async (tx) => {
        await tx.run('DELETE FROM "_invitation" WHERE "user" = ? OR "expires_at" <= ?', [user, now]);
        await tx.run(INSERT, [hashOf(token), user, by, now, expiresAt]);
      });
      return { token, expiresAt };
    },
    find: async (token) => {
      const query = 'SELECT "user" FROM "_invitation" WHERE "token" = ? AND "expires_at" > ?';
      const [row] = await db.read.all(query, [hashOf(token), clock()]);
      return row ? String(row['user']) : null;
    },
    use: async (token) => {
      const { changes } = await db.write((tx) =>
        tx.run('DELETE FROM "_invitation" WHERE "token" = ?', [hashOf(token)]),
      );
      return changes === 1;
    },
  };
}
