import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newSchema, type Schema } from '../../testing/postgres/schema.ts';
import type { Database, Writer } from '../database/database.ts';
import { argument, fromOne, sql, table } from '../sql/sql.ts';
import { columnsGiven, insertInto, target, updateOf } from '../sql/writes.ts';
import { openPostgres } from './open.ts';

let schema: Schema;
let databases: readonly Database[];
const open = () => openPostgres(schema.url, { log: () => undefined, connections: 4 });

beforeEach(async () => {
  schema = await newSchema();
  const [first, second] = [await open(), await open()];
  databases = [first, second];
  await first.alone(async (tx) => {
    await tx.run('CREATE TABLE "noted" ("id" bigint PRIMARY KEY, "by" bigint NOT NULL)', []);
    await tx.run('CREATE TABLE "counted" ("id" bigint PRIMARY KEY, "n" bigint NOT NULL)', []);
    await tx.run('INSERT INTO "counted" VALUES (1, 0)', []);
  });
});
afterEach(async () => {
  await Promise.all(databases.map((db) => db.close()));
  await schema.drop();
});

const NOTE = 'INSERT INTO "noted" VALUES (?, ?)';
const COUNT = 'UPDATE "counted" SET "n" = "n" + 1 RETURNING "n"';
const TRANSACTION = 'SELECT CAST(pg_current_xact_id() AS text) AS id';
const noted = async () =>
  (await (databases[0]?.read.all('SELECT "id" FROM "noted" ORDER BY "id"', []) ?? [])).map(({ id }) => Number(id));

/** Tasks that arrive at the same moment, each with a serialization key of its own. */
function atOnce<T>(count: number, work: (tx: Writer, index: number) => Promise<T>, db = databases[0]) {
  return Promise.allSettled(
    Array.from({ length: count }, (_, index) => db?.write((tx) => work(tx, index), String(index))),
  );
}

test('tasks that arrive together share a transaction; a refused one leaves nothing behind and draws no number', async () => {
  const drawn: number[] = [];
  const results = await atOnce(16, async (tx, index) => {
    const [row] = await tx.all(COUNT, []);
    tx.later(NOTE, [index, 0]);
    const [transaction] = await tx.all(TRANSACTION, []);
    if (index % 3 === 1) throw new Error(`refused ${String(index)}`);
    drawn.push(Number(row?.['n']));
    return transaction?.['id'];
  });
  const made = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  expect(made).toHaveLength(11);
  expect(new Set(made).size).toBe(1);
  expect(results.map(({ status }) => status === 'rejected')).toEqual(
    Array.from({ length: 16 }, (_, index) => index % 3 === 1),
  );
  expect(drawn).toEqual(Array.from({ length: 11 }, (_, index) => index + 1));
  expect(await noted()).toEqual([0, 2, 3, 5, 6, 8, 9, 11, 12, 14, 15]);
});

test('a statement without an answer that fails is the failure of its own task', async () => {
  const results = await atOnce(5, async (tx, index) => {
    tx.later(NOTE, [index, index === 2 ? null : 1]);
    return index;
  });
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  expect(results[2]).toMatchObject({ reason: { code: '23502' } });
  expect(await noted()).toEqual([0, 1, 3, 4]);
});

test('a statement without an answer that fails is undone with its savepoint', async () => {
  const [result] = await atOnce(1, async (tx) => {
    const part = tx.savepoint(async () => tx.later(NOTE, [1, null]));
    await expect(part).rejects.toMatchObject({ code: '23502' });
    tx.later(NOTE, [2, 1]);
  });
  expect(result?.status).toBe('fulfilled');
  expect(await noted()).toEqual([2]);
});

const WRITE = insertInto('noted', 'id', columnsGiven(['id', 'by']));
const READ_ALL = sql`SELECT count(*) AS n FROM ${table('noted')}`;
const READ_ONE = sql`SELECT "n" ${fromOne('counted', 'id', argument(0))}`;
const WRITE_ONE = updateOf('counted', columnsGiven(['n']), argument(1));
const refusedOf = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.flatMap(({ status }, index) => (status === 'rejected' ? index : []));
const backendOf = async (tx: Writer) => (await tx.all(sql`SELECT pg_backend_pid() AS pid`, []))[0]?.['pid'];

test('tasks side by side ask in one message', async () => {
  let [open, most] = [0, 0];
  const results = await atOnce(16, async (tx, index) => {
    open += 1;
    most = Math.max(most, open);
    await backendOf(tx);
    open -= 1;
    tx.later(WRITE, [String(index), 0]);
    return index;
  });
  expect(results.map((result) => result.status === 'fulfilled' && result.value)).toEqual([...Array(16).keys()]);
  expect(most).toBe(16);
  expect(await noted()).toHaveLength(16);
});

const DRAW = sql`UPDATE ${target('counted', null)} SET "n" = "n" + 1 RETURNING "n"`;

test('tasks that draw the next number do so side by side, and a refused one leaves no gap', async () => {
  let [open, most] = [0, 0];
  const drawn = (isRefused: (index: number) => boolean) =>
    Promise.allSettled(
      Array.from({ length: 16 }, (_, index) =>
        databases[0]?.write(
          async (tx) => {
            open += 1;
            most = Math.max(most, open);
            try {
              const [row] = await tx.all(DRAW, []);
              const backend = await backendOf(tx);
              if (isRefused(index)) throw new Error(`refused ${String(index)}`);
              tx.later(WRITE, [String(Number(row?.['n'])), 0]);
              return [Number(row?.['n']), backend];
            } finally {
              open -= 1;
            }
          },
          { drawn: 'counted' },
        ),
      ),
    );
  const first = (await drawn(() => false)).map((result) => (result.status === 'fulfilled' ? result.value : null));
  expect(first.map((value) => value?.[0])).toEqual(Array.from({ length: 16 }, (_, index) => index + 1));
  expect(new Set(first.map((value) => value?.[1])).size).toBe(1);
  expect(most).toBe(16);
  expect(refusedOf(await drawn((index) => index % 5 === 2))).toEqual([2, 7, 12]);
  most = 0;
  expect(refusedOf(await drawn(() => false))).toEqual([]);
  expect(most).toBe(1); // for a while one after the other
  expect(await noted()).toEqual(Array.from({ length: 45 }, (_, index) => index + 1));
});

test('tasks side by side have the result of a serial order', async () => {
  const results = await atOnce(12, async (tx, index) => {
    if (index % 2 === 0) {
      const [row] = await tx.all(READ_ALL, []);
      tx.later(WRITE, [String(100 + index), Number(row?.['n'])]); // each counts those before it
    } else {
      const [row] = await tx.all(READ_ONE, ['1']);
      tx.later(WRITE_ONE, [Number(row?.['n']) + 1, '1']); // each adds to what it has read
    }
    return backendOf(tx);
  });
  expect(results.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 'fulfilled'));
  const read = databases[0]?.read;
  expect(await read?.all('SELECT CAST("by" AS integer) AS n FROM "noted" ORDER BY "by"', [])).toEqual(
    [0, 1, 2, 3, 4, 5].map((n) => ({ n })),
  );
  expect(await read?.all('SELECT CAST("n" AS integer) AS n FROM "counted"', [])).toEqual([{ n: 6 }]);
});

test('a task that is refused after writing side by side undoes nothing of the others', async () => {
  const results = await atOnce(8, async (tx, index) => {
    tx.later(WRITE, [String(index), 0]);
    await backendOf(tx);
    if (index === 3) throw new Error('refused');
  });
  expect(refusedOf(results)).toEqual([3]);
  expect(await noted()).toEqual([0, 1, 2, 4, 5, 6, 7]);
});

test('of two tasks that write the same one fails, alone', async () => {
  const results = await atOnce(8, async (tx, index) => {
    tx.later(WRITE, [String(index), 0]);
    await backendOf(tx);
    if (index === 5) tx.later(WRITE, ['6', 1]);
  });
  const refused = refusedOf(results);
  expect([[5], [6]]).toContainEqual(refused); // each is made on its own in the end, and either may be first
  expect(await noted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7].filter((n) => n !== 5 || refused[0] !== 5));
});

test('groups of two servers that collide are run again, each task once', { timeout: 60_000 }, async () => {
  const all = databases.flatMap((db, server) =>
    Array.from({ length: 3 }, () =>
      atOnce(
        8,
        async (tx) => {
          const [row] = await tx.all(COUNT, []);
          tx.later(NOTE, [Number(row?.['n']), server]);
        },
        db,
      ),
    ),
  );
  const results = (await Promise.all(all)).flat();
  expect(results.filter(({ status }) => status === 'rejected')).toEqual([]);
  expect(await noted()).toEqual(Array.from({ length: 48 }, (_, index) => index + 1));
});

test('a task whose commit fails fails alone', async () => {
  await databases[0]?.alone((tx) =>
    tx.run('ALTER TABLE "noted" ADD FOREIGN KEY ("by") REFERENCES "counted" DEFERRABLE INITIALLY DEFERRED', []),
  );
  const results = await atOnce(4, async (tx, index) => tx.later(NOTE, [index, index === 2 ? 7 : 1]));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(results[2]).toMatchObject({ reason: { code: '23503' } });
  expect(await noted()).toEqual([0, 1, 3]);
});

test('a task that waits alone for a row of somebody else lets others go on', async () => {
  const holder = new pg.Client({ connectionString: schema.url });
  await holder.connect();
  try {
    await holder.query('BEGIN; UPDATE "counted" SET "n" = 10');
    const waiting = databases[0]?.write((tx) => tx.run(COUNT, []), 'counted');
    await setTimeout(20);
    const others = await atOnce(3, (tx, index) => tx.run(NOTE, [index, 0]));
    expect(others.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    await holder.query('COMMIT'); // would never come if the others waited for it
    await waiting;
    const [row] = (await databases[0]?.read.all('SELECT "n" FROM "counted"', [])) ?? [];
    expect(Number(row?.['n'])).toBe(11);
  } finally {
    await holder.end();
  }
});
