import { Refusal } from '../refusal.ts';

/** How often something may fail, and how long to wait then. */
export interface TriesLimits {
  readonly tries: number;
  readonly waitSeconds: number;
}

/** Counts failures by key; a key that failed too often has to wait. */
export interface Tries {
  /** Counts one attempt before it is judged, so that many at once do not slip through. Throws `too_many_tries`. */
  begin(key: string): void;
  /** The attempt succeeded: the key starts anew. */
  succeeded(key: string): void;
}

interface Count {
  failed: number;
  until: number;
}

const MOST_KEPT = 50_000;

/** `now` is a time in ms that only grows. */
export function createTries(limits: TriesLimits, now: () => number = () => performance.now()): Tries {
  const counts = new Map<string, Count>();
  return {
    begin: (key) => {
      const at = now();
      if (counts.size >= MOST_KEPT) dropEnded(counts, at);
      const known = counts.get(key);
      const count = known && known.until > at ? known : { failed: 0, until: 0 };
      if (count.failed >= limits.tries) throw waiting(count.until - at);
      counts.set(key, { failed: count.failed + 1, until: at + limits.waitSeconds * 1000 });
    },
    succeeded: (key) => {
      counts.delete(key);
    },
  };
}

function waiting(ms: number): Refusal {
  return new Refusal('too_many_tries', { params: { seconds: Math.max(1, Math.ceil(ms / 1000)) } });
}

function dropEnded(counts: Map<string, Count>, at: number): void {
  for (const [key, count] of counts) if (count.until <= at) counts.delete(key);
  if (counts.size >= MOST_KEPT) counts.clear();
}
