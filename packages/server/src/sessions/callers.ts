import type { Caller } from '../records/records.ts';
import type { FindCaller } from './find-caller.ts';

/** Longest time in ms that a caller is taken from memory. */
const KEPT_MS = 1000;
const MOST_KEPT = 10_000;

/** Finds callers by what they send along, from memory for at most one second. */
export interface Callers {
  /** `fresh`: read anew from the database, as every write needs it. */
  find(token: string, fresh: boolean): Promise<Caller | null>;
  /** What was in memory may be wrong now: a record was written, a session opened or closed. */
  forget(): void;
}

/** Keeps what `look` finds; `now` is a monotonic time in ms. */
export function createCallers(look: FindCaller, now: () => number = () => performance.now()): Callers {
  const kept = new Map<string, { readonly at: number; readonly caller: Caller }>();
  let generation = 0;
  return {
    find: async (token, fresh) => {
      const at = now();
      const known = kept.get(token);
      if (known && !fresh && at - known.at < KEPT_MS) return known.caller;
      kept.delete(token);
      const asked = generation;
      const caller = await look(token);
      if (kept.size >= MOST_KEPT) kept.clear();
      if (caller && asked === generation) kept.set(token, { at, caller });
      return caller;
    },
    forget: () => {
      generation += 1;
      kept.clear();
    },
  };
}
