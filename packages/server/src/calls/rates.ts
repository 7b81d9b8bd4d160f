import type { Clock } from '../clock.ts';

/** How often something may happen within a minute, on this server. */
export interface Rates {
  /** Seconds until it may happen again; null: it may. */
  wait(key: string, most: number): number | null;
  /** Counts it. True for the first time that it is more than `most`. */
  count(key: string, most: number): boolean;
}

const WINDOW_MS = 60_000;

/** Counts in memory, in windows of a minute: what is counted is forgotten with its window. */
export function createRates(clock: Clock): Rates {
  let begun = Number.NEGATIVE_INFINITY;
  let counts = new Map<string, number>();
  const left = (): number => {
    const now = Date.parse(clock());
    if (now - begun >= WINDOW_MS || now < begun) [begun, counts] = [now, new Map()];
    return Math.max(1, Math.ceil((begun + WINDOW_MS - now) / 1000));
  };
  return {
    wait: (key, most) => {
      const seconds = left();
      return (counts.get(key) ?? 0) >= most ? seconds : null;
    },
    count: (key, most) => {
      left();
      const now = (counts.get(key) ?? 0) + 1;
      counts.set(key, now);
      return now === most + 1;
    },
  };
}
