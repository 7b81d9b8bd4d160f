import { runtimeLimit, type Model } from '@ninefold/model';
import { Refusal } from '../refusal.ts';
import { hashPassword, matchesPassword } from './password.ts';

/** Work with passwords: each takes a processor for some time and much memory, so only a few run at once. */
export interface Passwords {
  /** Runs work in which passwords are checked or stored. Refuses at once with `too_many_requests` where too many wait already. */
  inTurn<T>(work: (hashing: Hashing) => Promise<T>): Promise<T>;
}

/** What a turn is for. */
export interface Hashing {
  hash(password: string): Promise<string>;
  /** Whether the password belongs to the hash. Without a hash the same work is done, and the answer is no. */
  matches(password: string, hash: string | null): Promise<boolean>;
}

const AGAIN_SECONDS = 2;
const HASHING: Hashing = { hash: hashPassword, matches: matchesPassword };

/** As many at once and waiting as the limits `password_checks` and `password_waiting` say. */
export function createPasswords(model: Model): Passwords {
  const atOnce = runtimeLimit(model, 'password_checks');
  const mostWaiting = runtimeLimit(model, 'password_waiting');
  const waiting: (() => void)[] = [];
  let running = 0;
  const turn = (): Promise<void> | undefined => {
    if (running < atOnce) {
      running += 1;
      return undefined;
    }
    if (waiting.length >= mostWaiting) throw new Refusal('too_many_requests', { params: { seconds: AGAIN_SECONDS } });
    return new Promise((resolve) => {
      waiting.push(resolve);
    });
  };
  return {
    inTurn: async (work) => {
      await turn();
      try {
        return await work(HASHING);
      } finally {
        const next = waiting.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    },
  };
}
