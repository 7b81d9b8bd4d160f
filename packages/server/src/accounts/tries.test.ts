import { afterAll, beforeAll, expect, test } from 'vitest';
import { Refusal } from '../refusal.ts';
import type { Database } from '../storage/database.ts';
import { migrate } from '../storage/schema/migrate.ts';
import { applicationOf } from '../records/testing/open-desk.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { createTries, TRY_TABLE } from './tries.ts';

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase();
  const { model } = applicationOf('ninefold: 1\npurpose: { name: tries, languages: [en] }\n');
  await migrate(db, model, [TRY_TABLE]);
});
afterAll(() => db.close());

let now = Date.parse('2026-03-05T12:00:00.000Z');
const limits = { tries: 3, waitSeconds: 60 };
const clock = (): string => new Date(now).toISOString();

async function outcome(key: string): Promise<string> {
  try {
    await createTries(db, clock, limits).begin(key); // each time another server
    return 'judged';
  } catch (error) {
    return error instanceof Refusal ? `${error.code} ${String(error.params['seconds'])}` : 'thrown';
  }
}

test('the fourth of many at once waits, whichever server takes it, another key does not, and the wait ends', async () => {
  const outcomes = await Promise.all(['a', 'a', 'a', 'a', 'b'].map(outcome));
  expect(outcomes.toSorted()).toEqual(['judged', 'judged', 'judged', 'judged', 'too_many_tries 60']);
  now += 59_000;
  expect(await outcome('a')).toBe('too_many_tries 1');
  now += 1000;
  expect(await outcome('a')).toBe('judged');
});

test('success starts anew, and what holds nobody back is dropped', async () => {
  for (const key of ['c', 'c', 'c', 'd']) await outcome(key);
  const tries = createTries(db, clock, limits);
  await tries.succeeded('c');
  expect(await outcome('c')).toBe('judged');
  now += 60_000;
  await tries.forget();
  expect(await db.read.all('SELECT "key" FROM "_try"', [])).toEqual([]);
});
