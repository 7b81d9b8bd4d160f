import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createAlarm, type Alarm } from '../jobs/alarm.ts';
import { JOB_TABLE, type JobParts } from '../jobs/jobs.ts';
import type { Database } from '../storage/database/database.ts';
import { migrate } from '../records/migrate.ts';
import { applicationOf } from '../records/testing/open-desk.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { keepTimers } from './keep-timers.ts';

/** An alarm that is set to the present has rung by then. */
const RUNG_MS = 800;

let db: Database;
let parts: JobParts;
let alarm: Alarm;
const ends: (() => Promise<void>)[] = [];
const clock = (): string => new Date().toISOString();

beforeEach(async () => {
  db = await openTestDatabase();
  const { model } = applicationOf('ninefold: 1\npurpose: { name: alarms, languages: [en] }\n');
  await migrate(db, model, [JOB_TABLE]);
  parts = { db, clock, log: (line) => expect.fail(line) };
  alarm = createAlarm(clock);
});

afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  await db.close();
});

/** A server that fires timers; `rounds` counts how often, and the first round ends when it is let. */
function server(own: Alarm) {
  const held = Promise.withResolvers<undefined>();
  const begun = Promise.withResolvers<undefined>();
  const state = { rounds: 0, letGo: () => void held.resolve(undefined), begun: begun.promise };
  const fireTimers = async (): Promise<null> => {
    state.rounds += 1;
    begun.resolve(undefined);
    if (state.rounds === 1) await held.promise;
    return null;
  };
  ends.push(keepTimers(parts, { fireTimers }, own));
  return state;
}

test('an alarm that rings while timers are fired is followed by another round at once', async () => {
  const one = server(alarm);
  await one.begun;
  alarm.set(clock());
  await setTimeout(RUNG_MS);
  expect(one.rounds).toBe(1);
  one.letGo();
  await expect.poll(() => one.rounds, { timeout: 30_000 }).toBe(2);
});

test('a server whose alarm rings while another one fires looks again a moment later', async () => {
  const one = server(alarm);
  await one.begun;
  const other = server(createAlarm(clock));
  await setTimeout(RUNG_MS);
  expect(other.rounds).toBe(0);
  one.letGo();
  other.letGo();
  await expect.poll(() => other.rounds, { timeout: 30_000 }).toBeGreaterThan(0);
});
