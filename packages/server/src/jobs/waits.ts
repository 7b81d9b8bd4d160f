/** The wait before the first repetition. Each further one is this many times as long, up to the longest. */
const FIRST_MS = 5000;
const GROWTH = 5;
const LONGEST_MS = 43_200_000;
/** At most this part of a wait is added to it, so that what failed together is not repeated together. */
const SPREAD = 0.25;

/**
 * How long to wait, in milliseconds, before something is tried again that has failed so many times: 5 seconds, then 25, then 2 minutes,
 * and so on up to 12 hours. Eight repetitions last longer than a day. `random` is at least 0 and below 1.
 */
export function waitAfter(failures: number, random: number): number {
  const wait = Math.min(FIRST_MS * GROWTH ** Math.max(0, failures - 1), LONGEST_MS);
  return Math.round(wait * (1 + SPREAD * random));
}

/** The moment (RFC 3339) at which something is tried again that has failed so many times. */
export function nextTry(now: string, failures: number, random: number): string {
  return new Date(Date.parse(now) + waitAfter(failures, random)).toISOString();
}
