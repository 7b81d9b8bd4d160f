import type { Alarm } from './alarm.ts';
import { runDue, type Job, type JobParts } from './jobs.ts';

/** A part of work that falls due at moments. */
export interface DueRound {
  /** It takes about so long; then another server may take the next. */
  readonly mostMs: number;
  readonly isEnding: () => boolean;
}

/** Work that falls due at moments, done by one of the servers of a database. */
export interface DueWork {
  /** The name under which the servers agree who does it. */
  readonly name: string;
  /** A server that has not ended a part of the work after this long counts as stopped, and another one goes on. */
  readonly givenUpMs: number;
  /** Does what is due. Answers when something is due next; null: nobody knows of anything. */
  readonly run: (round: DueRound) => Promise<string | null>;
}

const PART_MS = 5000;
/** Somebody looks at least so often: another server may have planned something, and a clock may have been set. */
const LOOK_MS = 30_000;

/**
 * Does such work: when the alarm rings, and all that fell due while nobody ran at once. What rings while this server works is looked
 * at again after that; what rings while another does, a moment later. The answer ends that: it waits for what is being done.
 */
export function keepDue(parts: JobParts, { name, givenUpMs, run }: DueWork, alarm: Alarm): () => Promise<void> {
  let running: Promise<void> | null = null;
  let [hasRung, isMine, isEnding] = [false, false, false];
  const job: Job = {
    ...{ name, givenUpMs, everyMs: 0 },
    run: async () => {
      isMine = true;
      const next = await run({ mostMs: PART_MS, isEnding: () => isEnding });
      if (next !== null) alarm.set(next);
    },
  };
  const work = async (): Promise<void> => {
    do {
      [hasRung, isMine] = [false, false];
      await runDue(parts, [job]);
    } while (hasRung && isMine && !isEnding);
    running = null;
    if (!isMine) alarm.set(parts.clock());
  };
  const look = (): void => {
    hasRung = true;
    if (!isEnding) running ??= work();
  };
  alarm.onRing(look);
  look();
  const timer = setInterval(look, LOOK_MS);
  timer.unref();
  return async () => {
    isEnding = true;
    clearInterval(timer);
    alarm.end();
    await running;
  };
}
