import { runtimeLimit, type Model } from '@ninefold/model';
import type { Clock } from '../clock.ts';
import { hashOf } from '../sessions/token.ts';
import type { Database } from '../storage/database/database.ts';
import { networkOf } from './network-of.ts';
import { createTries, type Tries } from './tries.ts';

/** Counts attempts to sign in: few to one account from one network address, more to one account, more from one address. */
export interface AccountTries {
  /** Counts one attempt before it is judged. Throws `too_many_tries`. True for the last one before a wait. */
  begin(account: string, address: string): Promise<boolean>;
  /** The attempt succeeded: it is not counted, and the address is known for the account from now on. */
  succeeded(account: string, address: string): Promise<void>;
}

interface Limits {
  readonly each: Tries;
  /** By account alone. */
  readonly account: Tries;
  /** By address alone, in periods of so many seconds. */
  readonly address: Tries;
  readonly addressSeconds: number;
  readonly knownDays: number;
}

const FIND = 'SELECT 1 AS n FROM "_try" WHERE "key" = ? AND "until" > ?';
const KEEP = `INSERT INTO "_try" ("key", "failed", "until") VALUES (?, 0, ?)
  ON CONFLICT ("key") DO UPDATE SET "until" = excluded."until"`;
const DAY_MS = 86_400_000;

/** Attempts within the limits `sign_in_…` of a model; see `createAccountTries`. */
export function signInTries(db: Database, model: Model, clock: Clock): AccountTries {
  const limit = (name: string): number => runtimeLimit(model, `sign_in_${name}`);
  const tries = (kind: string): Tries =>
    createTries(db, clock, {
      tries: limit(`${kind}tries`),
      waitSeconds: limit(kind === '' ? 'wait_seconds' : `${kind}seconds`),
    });
  return createAccountTries(db, clock, {
    each: tries(''),
    account: tries('account_'),
    address: tries('address_'),
    addressSeconds: limit('address_seconds'),
    knownDays: limit('known_days'),
  });
}

/**
 * Attempts in the table `_try`, which must exist. Whoever comes from an address from which somebody signed in to the account in
 * the last `knownDays` is counted by account and address only. So guessing from many addresses, and guessing at many accounts,
 * is slowed down, and people can still sign in where they work.
 */
export function createAccountTries(
  db: Database,
  clock: Clock,
  { each, account: ofAccount, address: ofAddress, addressSeconds, knownDays }: Limits,
): AccountTries {
  const isKnown = async (key: string): Promise<boolean> =>
    (await db.read.all(FIND, [hashOf(`known ${key}`), clock()])).length > 0;
  // Periods have a beginning, so that a few failures a minute in a large office never add up.
  const periodOf = (address: string): string =>
    `from ${networkOf(address)}\n${String(Math.floor(Date.parse(clock()) / (addressSeconds * 1000)))}`;
  return {
    begin: async (account, address) => {
      const key = `${account}\n${address}`;
      const last = await each.begin(key);
      if (await isKnown(key)) return last;
      const lasts = [await ofAddress.begin(periodOf(address)), await ofAccount.begin(`everywhere ${account}`)];
      return last || lasts.includes(true);
    },
    succeeded: async (account, address) => {
      const key = `${account}\n${address}`;
      await each.succeeded(key);
      if (!(await isKnown(key))) {
        await ofAccount.forgive(`everywhere ${account}`);
        await ofAddress.forgive(periodOf(address));
      }
      const until = new Date(Date.parse(clock()) + knownDays * DAY_MS).toISOString();
      await db.write((tx) => tx.run(KEEP, [hashOf(`known ${key}`), until]));
    },
  };
}
