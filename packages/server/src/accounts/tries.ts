import type { Clock } from '../clock.ts';
import { Refusal } from '../refusal.ts';
import { hashOf } from '../sessions/token.ts';
import type { Database } from '../storage/database/database.ts';
import { countColumn, KEY, REQUIRED, textColumn, type TableShape } from '../storage/database/shapes.ts';

/** How often something may fail, and how long to wait then. */
export interface TriesLimits {
  readonly tries: number;
  readonly waitSeconds: number;
}

/** Counts failures by key, for all servers on a database; a key that failed too often has to wait. */
export interface Tries {
  /**
   * Counts one attempt before it is judged, so that many at once do not slip through. Throws `too_many_tries`. True for the
   * last one before a wait.
   */
  begin(key: string): Promise<boolean>;
  /** The attempt succeeded: the count of the key starts again. */
  succeeded(key: string): Promise<void>;
  /** The attempt succeeded: it alone is not counted. */
  forgive(key: string): Promise<void>;
  /** Drops counts that do not delay anybody any more. */
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

/** Tries in the table `_try`, which must exist; the stored form of a key does not disclose it. */
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
        return failed + 1 >= limits.tries;
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
