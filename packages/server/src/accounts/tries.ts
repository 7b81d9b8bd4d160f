import type { Clock } from '../records/clock.ts';
import { Refusal } from '../refusal.ts';
import { hashOf } from '../sessions/token.ts';
import type { Database } from '../storage/database.ts';
import { countColumn, KEY, REQUIRED, textColumn, type TableShape } from '../storage/schema/shapes.ts';

/** How often something may fail, and how long to wait then. */
export interface TriesLimits {
  readonly tries: number;
  readonly waitSeconds: number;
}

/** Counts failures by key, for all servers on a database; a key that failed too often has to wait. */
export interface Tries {
  /** Counts one attempt before it is judged, so that many at once do not slip through. Throws `too_many_tries`. */
  begin(key: string): Promise<void>;
  /** The attempt succeeded: the key starts anew. */
  succeeded(key: string): Promise<void>;
  /** The attempt succeeded: it alone is not counted. */
  forgive(key: string): Promise<void>;
  /** Drops counts that hold nobody back any more. */
  forget(): Promise<void>;
}

export const TRY_TABLE: TableShape = {
  name: '_try',
  columns: [textColumn('key', KEY), countColumn('failed'), textColumn('until', REQUIRED)],
  key: [],
};

const FIND = 'SELECT "failed", "until" FROM "_try" WHERE "key" = ? AND "until" > ?';
const COUNT = `INSERT INTO "_try" ("key", "failed", "until") VALUES (?, ?, ?)
  ON CONFLICT ("key") DO UPDATE SET "failed" = excluded."failed", "until" = excluded."until"`;

const FORGIVE = 'UPDATE "_try" SET "failed" = "failed" - 1 WHERE "key" = ? AND "failed" > 0';

/** Tries in `_try`, which has to be there; what is kept of a key tells nothing about it. */
export function createTries(db: Database, clock: Clock, limits: TriesLimits): Tries {
  return {
    begin: (key) => {
      const hash = hashOf(key);
      return db.write(async (tx) => {
        const now = clock();
        const [known] = await tx.all(FIND, [hash, now]);
        const failed = Number(known?.['failed'] ?? 0);
        if (failed >= limits.tries) throw waiting(Date.parse(String(known?.['until'])) - Date.parse(now));
        const until = new Date(Date.parse(now) + limits.waitSeconds * 1000).toISOString();
        await tx.run(COUNT, [hash, failed + 1, until]);
      }, `try ${hash}`);
    },
    succeeded: async (key) => {
      await db.write((tx) => tx.run('DELETE FROM "_try" WHERE "key" = ?', [hashOf(key)]));
    },
    forgive: async (key) => {
      await db.write((tx) => tx.run(FORGIVE, [hashOf(key)]));
    },
    forget: async () => {
      await db.write((tx) => tx.run('DELETE FROM "_try" WHERE "until" <= ?', [clock()]));
    },
  };
}

function waiting(ms: number): Refusal {
  return new Refusal('too_many_tries', { params: { seconds: Math.max(1, Math.ceil(ms / 1000)) } });
}
