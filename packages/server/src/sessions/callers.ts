import type { Caller } from '../records/records.ts';
import type { FindCallers } from './find-caller.ts';

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

/** Keeps what `find` finds; `now` is a monotonic time in ms. */
export function createCallers(find: FindCallers, now: () => number = () => performance.now()): Callers {
  const look = together(find);
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

/** Look-ups that run at the same time: one that gets stuck keeps nobody else waiting. */
const MOST_LOOKS = 2;

interface Waiting {
  readonly token: string;
  readonly done: (caller: Caller | null) => void;
  readonly failed: (cause: unknown) => void;
}

/** Makes look-ups together that arrive while others run; each begins after it was asked for. */
function together(find: FindCallers): (token: string) => Promise<Caller | null> {
  let waiting: Waiting[] = [];
  let running = 0;
  let isDue = false;
  const due = (): void => {
    if (isDue || waiting.length === 0 || running >= MOST_LOOKS) return;
    isDue = true;
    setImmediate(() => {
      isDue = false;
      void look();
    });
  };
  const look = async (): Promise<void> => {
    const asked = waiting;
    waiting = [];
    running += 1;
    try {
      const found = await find([...new Set(asked.map(({ token }) => token))]);
      for (const { token, done } of asked) done(found.get(token) ?? null);
    } catch (cause) {
      for (const { failed } of asked) failed(cause);
    } finally {
      running -= 1;
      due();
    }
  };
  return (token) =>
    new Promise((resolve, reject) => {
      waiting.push({ token, done: resolve, failed: reject });
      due();
    });
}
