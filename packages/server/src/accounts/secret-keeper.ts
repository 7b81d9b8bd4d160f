import { runtimeLimit, type Model } from '@ninefold/model';
import type { Clock } from '../clock.ts';
import type { SecretKeeper } from '../records/context/secrets.ts';
import type { Database } from '../storage/database/database.ts';
import type { Passwords } from './passwords.ts';
import { createTries } from './tries.ts';

/**
 * Seals secrets as passwords are stored, as few at once as those, and slows guessing at a secret as guessing at a password: few
 * wrong guesses of one person at one secret, more of all people at one secret and of one person at all secrets, within the limits
 * `sign_in_…`.
 */
export function createSecretKeeper(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  model: Model,
  passwords: Passwords,
): SecretKeeper {
  const limit = (name: string): number => runtimeLimit(model, `sign_in_${name}`);
  const own = createTries(db, clock, { tries: limit('tries'), waitSeconds: limit('wait_seconds') });
  const all = createTries(db, clock, { tries: limit('account_tries'), waitSeconds: limit('account_seconds') });
  return {
    seal: (text) => passwords.inTurn(({ hash }) => hash(text)),
    opens: async ({ typed, kept, secret, person }) => {
      const ofBoth = `secret ${secret}\n${person}`;
      const ofEach = [`secret everywhere ${secret}`, `secrets of ${person}`];
      await own.begin(ofBoth);
      for (const key of ofEach) await all.begin(key);
      const isOpen = await passwords.inTurn(({ matches }) => matches(typed, kept));
      if (isOpen) {
        await own.succeeded(ofBoth);
        for (const key of ofEach) await all.forgive(key);
      }
      return isOpen;
    },
  };
}
