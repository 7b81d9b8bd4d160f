import type { Alarm } from '../jobs/alarm.ts';
import type { JobParts } from '../jobs/jobs.ts';
import { keepDue } from '../jobs/keep-due.ts';
import type { Records } from '../records/context/records.ts';

/** A server that has not ended a part of the work after this long counts as stopped, and another one goes on. */
const GIVEN_UP_MS = 20_000;

/** Fires timers as they fall due, on one of the servers of a database. The answer ends that: it waits for what is being fired. */
export function keepTimers(parts: JobParts, records: Pick<Records, 'fireTimers'>, alarm: Alarm): () => Promise<void> {
  const run = (round: Pick<Parameters<Records['fireTimers']>[0], 'mostMs' | 'isEnding'>): Promise<string | null> =>
    records.fireTimers({ ...round, log: parts.log });
  return keepDue(parts, { name: 'fire_timers', givenUpMs: GIVEN_UP_MS, run }, alarm);
}
