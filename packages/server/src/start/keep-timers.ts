import type { Alarm } from '../jobs/alarm.ts';
import { runDue, type Job, type JobParts } from '../jobs/jobs.ts';
import type { Records } from '../records/context/records.ts';

/** A server that has not ended a part of the work after this long counts as stopped, and another one goes on. */
const GIVEN_UP_MS = 20_000;
/** One part of the work takes about so long; then another server may take the next. */
const PART_MS = 5000;
/** Somebody looks at least so often: another server may have planned something, and a clock may have been set. */
const LOOK_MS = 30_000;

/**
 * Fires timers as they fall due, on one of the servers of a database: when the alarm rings, and all that fell due while nobody ran
 * at once. What rings while this server fires is looked at again after that; what rings while another server does, a moment later.
 * The answer ends that: it waits for what is being fired.
 */
export function keepTimers(parts: JobParts, records: Pick<Records, 'fireTimers'>, alarm: Alarm): () => Promise<void> {
  let running: Promise<void> | null = null;
  let [hasRung, isMine, isEnding] = [false, false, false];
  const job: Job = {
    name: 'fire_timers',
    everyMs: 0,
    givenUpMs: GIVEN_UP_MS,
    run: async () => {
      isMine = true;
      const next = await records.fireTimers({ mostMs: PART_MS, isEnding: () => isEnding, log: parts.log });
      if (next !== null) alarm.set(next);
    },
  };
  const fire = async (): Promise<void> => {
    do {
      [hasRung, isMine] = [false, false];
      await runDue(parts, [job]);
    } while (hasRung && isMine && !isEnding);
    running = null;
    if (!isMine) alarm.set(parts.clock());
  };
  const look = (): void => {
    hasRung = true;
    if (!isEnding) running ??= fire();
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
