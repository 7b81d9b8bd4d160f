import type { Uploads } from '../uploads/uploads.ts';

const EVERY_MS = 60_000;

/** Tries again and again to end the files that wait on this server. The answer ends that: it waits for the round that is under way. */
export function keepHeldFiles({ endHeld }: Pick<Uploads, 'endHeld'>, log: (line: string) => void): () => Promise<void> {
  let round = Promise.resolve();
  const timer = setInterval(() => {
    round = round
      .then(endHeld)
      .catch((error: unknown) => log(`Files that wait could not be looked at: ${String(error)}`));
  }, EVERY_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    return round;
  };
}
