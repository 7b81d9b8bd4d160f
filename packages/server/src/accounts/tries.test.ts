import { afterAll, beforeAll, expect, test } from 'vitest';
import { Refusal } from '../refusal.ts';
import type { Database } from '../storage/database/database.ts';
import { migrate } from '../records/migrate.ts';
import { applicationOf } from '../records/testing/open-desk.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { createAccountTries } from './account-tries.ts';
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

test('guesses from ever new addresses wait, and lock nobody out of the address where they work', async () => {
  const each = createTries(db, clock, limits);
  const all = createTries(db, clock, { tries: 4, waitSeconds: 3600 });
  const account = createAccountTries(db, clock, {
    each,
    account: all,
    address: createTries(db, clock, { tries: 1000, waitSeconds: 60 }),
    addressSeconds: 60,
    knownDays: 30,
  });
  const tried = (address: string): Promise<string> =>
    account.begin('ada', address).then(
      () => 'judged',
      (error: unknown) => (error instanceof Refusal ? `${error.code} ${String(error.params['seconds'])}` : 'thrown'),
    );
  expect(await tried('desk')).toBe('judged');
  await account.succeeded('ada', 'desk');
  for (const address of ['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4']) expect(await tried(address)).toBe('judged');
  expect(await tried('10.0.0.5')).toBe('too_many_tries 3600');
  expect(await tried('desk')).toBe('judged');
  await account.succeeded('ada', 'desk');
  expect(await tried('10.0.0.6')).toBe('too_many_tries 3600');
  now += 3_600_000;
  expect(await tried('10.0.0.7')).toBe('judged');
  now += 31 * 86_400_000;
  for (const address of ['10.1.0.1', '10.1.0.2', '10.1.0.3', '10.1.0.4']) await tried(address);
  expect(await tried('desk')).toBe('too_many_tries 3600');
});

test('guesses at ever new accounts from one network wait, and hold up nobody who is known there', async () => {
  now = Date.parse('2026-03-06T12:00:00.000Z');
  const period = { tries: 5, waitSeconds: 300 };
  const account = createAccountTries(db, clock, {
    each: createTries(db, clock, limits),
    account: createTries(db, clock, { tries: 100, waitSeconds: 3600 }),
    address: createTries(db, clock, period),
    addressSeconds: 300,
    knownDays: 30,
  });
  const tried = (name: string, from: string): Promise<string> =>
    account.begin(name, from).then(
      (last) => (last ? 'last' : 'judged'),
      (error: unknown) => (error instanceof Refusal ? error.code : 'thrown'),
    );
  const office = '2001:db8:1:2::1';
  expect(await tried('eve', office)).toBe('judged');
  await account.succeeded('eve', office);
  const outcomes: string[] = [];
  for (let n = 0; n < 7; n += 1) outcomes.push(await tried(`guess${String(n)}`, `2001:db8:1:2::${String(n)}`));
  expect(outcomes).toEqual(['judged', 'judged', 'judged', 'judged', 'last', 'too_many_tries', 'too_many_tries']);
  expect(await tried('eve', office)).toBe('judged');
  expect(await tried('bo', '2001:db8:1:3::1')).toBe('judged');
  now += 300_000;
  expect(await tried('guess7', office)).toBe('judged');
});
