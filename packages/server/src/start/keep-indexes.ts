import { OtherSpecification } from '../storage/database/failure.ts';
import type { IndexFollower } from '../storage/indexes/follow-use.ts';

/** So often what was asked is stored, and the indexes follow. */
const ROUND_MS = 10_000;

/** Lets the indexes follow use. The answer ends that: it waits for the round that runs. */
export function keepIndexes(round: IndexFollower['round'], log: (line: string) => void): () => Promise<void> {
  let running: Promise<void> | null = null;
  const next = async (): Promise<void> => {
    try {
      await round('running');
    } catch (error) {
      // a server that finds another specification ends, and says so itself
      if (!(error instanceof OtherSpecification)) log(`The indexes could not follow what is asked: ${String(error)}`);
    } finally {
      running = null;
    }
  };
  const timer = setInterval(() => {
    running ??= next();
  }, ROUND_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
