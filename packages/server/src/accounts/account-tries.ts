import type { Clock } from '../records/clock.ts';
import { hashOf } from '../sessions/token.ts';
import type { Database } from '../storage/database.ts';
import type { Tries } from './tries.ts';

/** Counts attempts to enter an account: few from one network address, more from all of them together. */
export interface AccountTries {
  /** Counts one attempt before it is judged. Throws `too_many_tries`. */
  begin(account: string, address: string): Promise<void>;
  /** The attempt succeeded: it is not counted, and the address is known from now on. */
  succeeded(account: string, address: string): Promise<void>;
}

const FIND = 'SELECT 1 AS n FROM "_try" WHERE "key" = ? AND "until" > ?';
const KEEP = `INSERT INTO "_try" ("key", "failed", "until") VALUES (?, 0, ?)
  ON CONFLICT ("key") DO UPDATE SET "until" = excluded."until"`;
const DAY_MS = 86_400_000;

/**
 * Attempts in `_try`, which has to be there. `each` counts by account and address, `all` by account alone, where whoever comes
 * from an address that entered the account in the last `knownDays` is let through: guessing from everywhere is slowed
 * down, and locks nobody out of where he works.
 */
export function createAccountTries(
  db: Database,
  clock: Clock,
  { each, all, knownDays }: { readonly each: Tries; readonly all: Tries; readonly knownDays: number },
): AccountTries {
  const isKnown = async (key: string): Promise<boolean> =>
    (await db.read.all(FIND, [hashOf(`known ${key}`), clock()])).length > 0;
  return {
    begin: async (account, address) => {
      const key = `${account}\n${address}`;
      await each.begin(key);
      if (!(await isKnown(key))) await all.begin(`everywhere ${account}`);
    },
    succeeded: async (account, address) => {
      const key = `${account}\n${address}`;
      await each.succeeded(key);
      if (!(await isKnown(key))) await all.forgive(`everywhere ${account}`);
      const until = new Date(Date.parse(clock()) + knownDays * DAY_MS).toISOString();
      await db.write((tx) => tx.run(KEEP, [hashOf(`known ${key}`), until]));
    },
  };
}
