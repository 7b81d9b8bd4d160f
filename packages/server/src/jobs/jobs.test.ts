import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../storage/database/database.ts';
import { migrate } from '../records/migrate.ts';
import { applicationOf } from '../records/testing/open-desk.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { JOB_TABLE, runDue, type JobParts } from './jobs.ts';

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase();
  const { model } = applicationOf('ninefold: 1\npurpose: { name: jobs, languages: [en] }\n');
  await migrate(db, model, [JOB_TABLE]);
});
afterAll(() => db.close());

const HOUR = 3_600_000;
let now = Date.parse('2026-03-05T12:00:00.000Z');

test('a job is done once, however many servers look; again when it is due; by another when one has gone in the middle', async () => {
  const log: string[] = [];
  const parts: JobParts = { db, clock: () => new Date(now).toISOString(), log: (line) => log.push(line) };
  let done = 0;
  let fails = false;
  const run = async (): Promise<void> => {
    if (fails) throw new Error('gone');
    done += 1;
  };
  const everywhere = () => Promise.all([1, 2, 3].map(() => runDue(parts, [{ name: 'count', everyMs: HOUR, run }])));
  await everywhere();
  expect(done).toBe(1);
  now += HOUR - 1;
  await everywhere();
  expect(done).toBe(1);
  now += 1;
  await everywhere();
  expect(done).toBe(2);
  now += HOUR;
  fails = true;
  await everywhere();
  expect(log).toEqual(['The job count could not be done: Error: gone']);
  fails = false;
  await everywhere();
  expect(done).toBe(2);
  now += HOUR;
  await everywhere();
  expect(done).toBe(3);
});

test('a job that fails again for one reason is told of once, as is another reason, and that it is done again', async () => {
  const log: string[] = [];
  const parts: JobParts = { db, clock: () => new Date(now).toISOString(), log: (line) => log.push(line) };
  let reason: string | null = 'away';
  const run = (): Promise<void> => (reason === null ? Promise.resolve() : Promise.reject(new Error(reason)));
  const look = async (): Promise<void> => {
    now += 2 * HOUR;
    await runDue(parts, [{ name: 'fragile', everyMs: HOUR, run }]);
  };
  await look();
  await look();
  reason = 'full';
  await look();
  reason = null;
  await look();
  await look();
  expect(log).toEqual([
    'The job fragile could not be done: Error: away',
    'The job fragile could not be done: Error: full',
    'The job fragile could be done again.',
  ]);
});

test('a server that read its clock before another one began the job does not begin it again; one whose clock was set back does', async () => {
  let done = 0;
  const look = async (atMs: number): Promise<number> => {
    const clock = (): string => new Date(atMs).toISOString();
    const run = async (): Promise<void> => void (done += 1);
    await runDue({ db, clock, log: () => undefined }, [{ name: 'once', everyMs: HOUR, run }]);
    return done;
  };
  expect(await look(now)).toBe(1);
  expect(await look(now - 5)).toBe(1);
  expect(await look(now - HOUR)).toBe(2);
});
