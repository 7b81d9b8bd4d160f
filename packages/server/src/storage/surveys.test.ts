// Also in the portable form: snapshots and limits of time are asked of the engine.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPlace, testPlace, type TestPlace } from '../testing/test-database.ts';
import { storageFailure } from './failure.ts';
import type { Database } from './database/database.ts';
import type { Source } from './sql/source.ts';

let place: TestPlace;
let db: Database;
const MS = 1500;
const MOST = 2;
beforeEach(async () => {
  place = await testPlace();
  db = await openPlace(place, { ms: MS, most: MOST });
  await db.alone((tx) => tx.run('CREATE TABLE "thing" ("n" bigint PRIMARY KEY)', []));
});
afterEach(async () => {
  await db.close();
  await place.remove();
});

const add = (n: number) => db.write((tx) => tx.run('INSERT INTO "thing" ("n") VALUES (?)', [n]));
const count = async (source: Source) => Number((await source.all('SELECT count(*) AS n FROM "thing"', []))[0]?.['n']);
const counted = (most: number) =>
  `WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < ${String(most)}) SELECT count(*) AS n FROM c`;
/** No callback, no row: nothing in it that could look at a clock. */
const ENDLESS = counted(1_000_000_000_000);

const failure = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (cause: unknown) => storageFailure(cause) ?? String(cause),
  );
/** Whether a promise has not ended yet. */
const isOpen = (work: Promise<unknown>) => Promise.race([work.then(() => false), Promise.resolve(true)]);

test('all that a survey reads is of one moment, which comes after what was written before', async () => {
  await add(1);
  await db.survey('ada', async (reader) => {
    expect(await count(reader)).toBe(1);
    await add(2);
    expect(await count(reader)).toBe(1);
  });
  expect(await db.survey('ada', count)).toBe(2);
});

test('rows come as they are, however many', async () => {
  const numbers = `WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 1700) SELECT i AS n, 'x' || i AS s, NULL AS none FROM c ORDER BY i`;
  const rows = await db.survey('ada', (reader) => reader.all(numbers, []));
  expect(rows.map(({ n, s, none }) => [Number(n), s, none])).toEqual(
    Array.from({ length: 1700 }, (_, at) => [at + 1, `x${String(at + 1)}`, null]),
  );
  await add(9_007_199_254_740_991);
  await db.write((tx) => tx.run('UPDATE "thing" SET "n" = "n" + 2', []));
  const [big] = await db.survey('ada', (reader) => reader.all('SELECT "n" FROM "thing"', []));
  expect(big?.['n']).toBe(9_007_199_254_740_993n);
});

test('everybody else goes on while surveys run that never end, which are given up; then others run', async () => {
  const slow = ['ada', 'bo', 'cleo', 'dan'].map((caller) =>
    failure(db.survey(caller, (reader) => reader.all(ENDLESS, []))),
  );
  await add(1);
  for (let n = 2; n < 20; n += 1) {
    await add(n);
    expect(await count(db.read)).toBe(n);
  }
  expect(await Promise.all(slow.map(isOpen))).toEqual([true, true, true, true]);
  expect(await Promise.all(slow)).toEqual(Array.from({ length: 4 }, () => 'took_too_long'));
  expect(await db.survey('ada', count)).toBe(19);
});

test('the time is that of all statements together', async () => {
  let statements = 0;
  const work = db.survey('ada', async (reader) => {
    for (;;) {
      await reader.all(counted(200_000), []);
      statements += 1;
    }
  });
  expect(await failure(work)).toBe('took_too_long');
  expect(statements).toBeGreaterThan(1);
});

test('statements that are asked together are answered, each with its own rows or error', async () => {
  await add(1);
  const work = db.survey('ada', async (reader) => {
    const both = await Promise.all([count(reader), reader.all('SELECT "n" + 1 AS n FROM "thing"', [])]);
    expect(both.map((each) => (typeof each === 'number' ? each : Number(each[0]?.['n'])))).toEqual([1, 2]);
    await Promise.all([count(reader), reader.all('SELECT * FROM "nowhere"', [])]);
  });
  await expect(work).rejects.toThrow('nowhere');
  expect(await db.survey('ada', count)).toBe(1);
});

test('a survey cannot write', async () => {
  await expect(db.survey('ada', (reader) => reader.all('DELETE FROM "thing"', []))).rejects.toThrow(/read-?only/);
});
