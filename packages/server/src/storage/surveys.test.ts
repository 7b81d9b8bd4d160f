// Also in the portable form: snapshots and limits of time are asked of the engine.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPlace, TEST_DIALECT, testPlace, type TestPlace } from '../testing/test-database.ts';
import { storageFailure } from './failure.ts';
import type { Database } from './database/database.ts';
import { seededRandom } from '../costs/seeded-random.ts';
import { raw, sql, table, type Sql, type Statement } from './sql/sql.ts';
import type { Source } from './sql/source.ts';
import { target } from './sql/writes.ts';

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

// On PostgreSQL a write to any database of the server ends what is remembered, so that one more recall may be needed.
test('rows are recalled until what they are of is written, here or by another server', async () => {
  const other = await openPlace(place);
  const recall = (values: readonly number[] = [0]) =>
    db.survey('ada', async ({ recall: ask }) => {
      const found = await ask?.('SELECT count(*) AS n FROM "thing" WHERE "n" > ?', values);
      return [Number(found?.rows[0]?.['n']), (found?.savedMs ?? 0) > 0];
    });
  try {
    expect(await recall()).toEqual([0, false]);
    await expect.poll(() => recall()).toEqual([0, true]);
    expect(await recall([5])).toEqual([0, false]);
    await add(6);
    expect(await recall()).toEqual([1, false]);
    await expect.poll(() => recall()).toEqual([1, true]);
    expect(await recall([5])).toEqual([1, false]);
    await other.write((tx) => tx.run('DELETE FROM "thing"', []));
    expect([await recall(), await recall([5])]).toEqual([
      [0, false],
      [0, false],
    ]);
  } finally {
    await other.close();
  }
});

/** Items go with their group. */
const SHAPE = [
  'CREATE TABLE "group" ("id" text PRIMARY KEY, "name" text)',
  'CREATE TABLE "item" ("id" text PRIMARY KEY, "group" text REFERENCES "group" ("id") ON DELETE CASCADE, "state" text, "note" text)',
  `INSERT INTO "group" VALUES ('a', '1'), ('b', '2')`,
  `INSERT INTO "item" VALUES ('1', 'a', 'open', 'x'), ('2', 'a', 'done', 'x'), ('3', 'b', 'open', 'x')`,
];
const shape = () =>
  db.alone(async (tx) => {
    for (const made of SHAPE) await tx.run(made, []);
  });
const [item, group, thing] = [target('item', null), target('group', null), target('thing', null)];
const text = (n: number): Sql => raw(`'${String(n)}'`);
const OPEN = sql`SELECT count(*) AS n FROM ${table('item')} WHERE "state" = 'open'`;
const NAMED = sql`SELECT count(*) AS n FROM ${table('item')} i JOIN ${table('group')} g ON g."id" = i."group" WHERE g."name" = '1'`;
const recalledAs = (statement: Sql) =>
  db.survey('ada', async ({ recall }) => {
    const found = await recall?.(statement, []);
    return [Number(found?.rows[0]?.['n']), (found?.savedMs ?? 0) > 0];
  });

const SHOWN = sql`SELECT "id", "state" FROM ${table('item')} ORDER BY "id"`;
const shown = async (source: Source) => (await source.all(SHOWN, [])).map(({ id, state }) => [id, state]);
/** What is read behind something that is recalled, which may be remembered with it. */
const shownBehind = (statement: Sql) =>
  db.survey('ada', async (reader) => {
    await reader.recall?.(statement, []);
    return shown(reader);
  });

/** Writes by how they reach the item: by itself, by a cascade, by a text of which nobody knows what it writes. */
const WRITES: readonly ((n: number) => Statement)[] = [
  (n) => sql`UPDATE ${item} SET "state" = ${raw(n % 2 === 0 ? "'open'" : "'done'")} WHERE "id" = ${text(n % 7)}`,
  (n) => sql`UPDATE ${item} SET "note" = ${text(n)}`,
  (n) => sql`INSERT INTO ${item} VALUES (${text(n)}, 'b', 'open', 'y') ON CONFLICT DO NOTHING`,
  (n) => sql`DELETE FROM ${item} WHERE "id" = ${text(n % 9)}`,
  (n) => sql`UPDATE ${group} SET "name" = ${text(n % 2)} WHERE "id" = 'a'`,
  (n) => sql`INSERT INTO ${group} VALUES (${text(n)}, '1') ON CONFLICT DO NOTHING`,
  () => sql`DELETE FROM ${group} WHERE "id" = 'a'`,
  (n) => `UPDATE "item" SET "group" = ${n % 2 === 0 ? "'b'" : 'NULL'} WHERE "id" = '${String(n % 5)}'`,
  (n) => sql`INSERT INTO ${thing} VALUES (${raw(String(1000 + n))}) ON CONFLICT DO NOTHING`,
  (n) => sql`UPDATE ${thing} SET "n" = "n" + ${raw(String(n * 1000))}`,
];

test.each([Math.floor(Math.random() * 1e9), 20_261_123])(
  'what is recalled is what would be read, whatever is written in between (seed %i)',
  async (seed) => {
    const random = seededRandom(seed);
    const other = await openPlace(place);
    await shape();
    let remembered = 0;
    try {
      for (let n = 1; n <= 120; n += 1) {
        const pick = WRITES[Math.floor(random() * WRITES.length)];
        const isRefused = random() < 0.15;
        const by = random() < 0.3 ? other : db;
        const done = by.write(async (tx) => {
          if (pick !== undefined && random() < 0.6) await tx.run(pick(n), []);
          if (isRefused) throw new Error('refused');
        });
        expect(await failure(done)).toBe(isRefused ? 'Error: refused' : 'done');
        expect([n, await shownBehind(OPEN)]).toEqual([n, await shown(db.read)]);
        for (const statement of [OPEN, NAMED]) {
          const [recalled, isRemembered] = await recalledAs(statement);
          const [row] = await db.read.all(statement, []);
          expect([n, recalled]).toEqual([n, Number(row?.['n'])]);
          if (isRemembered === true) remembered += 1;
        }
      }
    } finally {
      await other.close();
    }
    expect(remembered).toBeGreaterThan(TEST_DIALECT === 'sqlite' ? 20 : 0);
  },
);

test('what a survey recalls is of its own moment', async () => {
  const recalledCount = async ({ recall }: Source) =>
    Number((await recall?.('SELECT count(*) AS n FROM "thing"', []))?.rows[0]?.['n']);
  await add(1);
  await db.survey('ada', async (reader) => {
    expect(await count(reader)).toBe(1);
    await add(2);
    expect(await db.survey('bo', recalledCount)).toBe(2);
    expect(await recalledCount(reader)).toBe(1);
    expect(await db.survey('bo', recalledCount)).toBe(2);
  });
  expect(await db.survey('ada', recalledCount)).toBe(2);
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
