import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from '../../records/migrate.ts';
import { applicationOf } from '../../records/testing/open-desk.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import type { Database } from '../database/database.ts';
import type { AskedShape } from './asked-shape.ts';
import { createIndexFollower } from './follow-use.ts';
import { INSERT_BUDGET } from './index-cost.ts';
import type { UseIndex } from './index-entry.ts';
import { createIndexes } from './indexes.ts';

const NAMES = Array.from({ length: 16 }, (_, at) => `n${String(at)}`);
const APP = `ninefold: 1
purpose: { name: shop, languages: [en] }
entities:
  order:
    title: name
    fields:
      name: { type: string, required: true }
      channel: { type: choice, options: [web, mail] }
${NAMES.map((name) => `      ${name}: { type: integer }`).join('\n')}
`;
const { model } = applicationOf(APP);
const NOON = '2026-03-05T12:00:00.000Z';
const DAY_MS = 86_400_000;

let db: Database;
let now: string;
beforeEach(async () => {
  db = await openTestDatabase();
  await migrate(db, model);
  now = NOON;
});
afterEach(() => db.close());

/** The database, which says that its tables have so many rows. */
function sized(rows: number): Database {
  const schema = { ...db.dialect.schema, rowsAbout: async () => rows };
  return { ...db, dialect: { ...db.dialect, schema } };
}

function follow(rows = 10_000) {
  const parts = { db: sized(rows), model, clock: () => now };
  const { watch, round } = createIndexFollower(parts);
  const indexes = createIndexes(parts);
  return {
    watch,
    // a transaction of another test may be in the way of an index of PostgreSQL; a round that has nothing to do does nothing
    round: async (at: 'start' | 'running') => {
      for (let turn = 0; turn < 5; turn += 1) await round(at);
    },
    indexes,
    ask: (shape: AskedShape, ms: number, times = 12) => {
      for (let turn = 0; turn < times; turn += 1) watch.asked(shape, ms);
    },
    following: async () => (await indexes.list()).filter((entry): entry is UseIndex => entry.origin === 'use'),
  };
}

const PLAIN = { entity: 'order', sort: [], group: [], measured: [], restricted: false };
const BY_CHANNEL: AskedShape = { ...PLAIN, filters: [{ field: 'channel', op: 'eq' }], sort: ['-n0'] };
const later = (days: number): string => new Date(Date.parse(now) + days * DAY_MS).toISOString();

test('what is asked often and costs much gets an index, which says what it saves; what is asked for once gets none', async () => {
  const { watch, round, ask, following } = follow();
  ask(BY_CHANNEL, 40);
  ask({ ...PLAIN, filters: [{ field: 'n1', op: 'eq' }] }, 40, 1);
  ask({ ...PLAIN, filters: [{ field: 'n2', op: 'eq' }] }, 0.1);
  await round('running');
  const parts = ['"channel"', '"n0"', '"id"'];
  expect(await following()).toMatchObject([{ parts, state: 'made', shapes: [BY_CHANNEL], madeAt: NOON }]);
  expect(watch.served(BY_CHANNEL)).toMatchObject({ leadsByRule: false });
  expect(watch.served({ ...BY_CHANNEL, restricted: true })).toBeNull();
  ask(BY_CHANNEL, 2);
  await round('running');
  expect((await following()).map(({ saving }) => saving)).toEqual([{ calls: 24, beforeMs: 40, nowMs: 2 }]);
});

test('an index that nobody asks for any more goes, a pinned one stays', async () => {
  const { round, ask, following, indexes } = follow();
  const pinned: AskedShape = { ...PLAIN, filters: [{ field: 'n5', op: 'eq' }] };
  ask(BY_CHANNEL, 40);
  ask(pinned, 40);
  await round('running');
  const [name = ''] = (await following()).filter(({ parts }) => parts.includes('"n5"')).map((entry) => entry.name);
  await indexes.rule(name, 'pinned');
  now = later(7);
  await round('running');
  expect(await following()).toHaveLength(2);
  now = later(60);
  await round('running');
  expect(await following()).toMatchObject([{ name, pinned: true, state: 'made' }]);
});

test('an index that does not pay is given up, and not made again for a month', async () => {
  const { round, ask, following } = follow();
  ask(BY_CHANNEL, 40);
  await round('running');
  ask(BY_CHANNEL, 39);
  await round('running');
  expect(await following()).toMatchObject([{ state: 'made' }]); // which may have been a slow moment
  now = later(0.05);
  ask(BY_CHANNEL, 39);
  await round('running');
  expect(await following()).toMatchObject([{ state: 'given_up', bytes: null }]);
  ask(BY_CHANNEL, 39);
  await round('running');
  expect(await following()).toMatchObject([{ state: 'given_up' }]);
});

test('a refused index is not made; one that the database has lost is made again', async () => {
  const { round, ask, following, indexes } = follow();
  ask(BY_CHANNEL, 40);
  await round('running');
  const [made] = await following();
  await indexes.rule(made?.name ?? '', 'refused');
  ask(BY_CHANNEL, 40);
  await round('running');
  expect(await following()).toMatchObject([{ state: 'refused', bytes: null }]);
  await indexes.make(made?.name ?? '');
  await db.indexing((work) => work.drop(made?.name ?? ''));
  expect(await following()).toMatchObject([{ state: 'waiting' }]);
  ask(BY_CHANNEL, 40);
  await round('running');
  expect(await following()).toMatchObject([{ state: 'made' }]);
});

test('an index of an earlier version, which no statement sees, is made again', async () => {
  const { round, ask, following } = follow();
  ask(BY_CHANNEL, 40);
  await round('running');
  const [made] = await following();
  const textOf = async () =>
    (await db.dialect.schema.indexes(db.read)).find(({ name }) => name === made?.name)?.text ?? '';
  const text = await textOf();
  await db.indexing((work) =>
    work.make({
      ...{ name: made?.name ?? '', table: 'order', unique: false },
      ...{ parts: ['"channel"', '"n0"', '"id"', '"version"'], where: '"version" <> -7' },
    }),
  );
  expect(await following()).toMatchObject([{ state: 'made' }]);
  expect(await textOf()).not.toBe(text);
  ask(BY_CHANNEL, 40);
  await round('running');
  expect(await textOf()).toBe(text);
});

test('together they stay within what an insert may cost more, and those that save most are taken', async () => {
  const { round, ask, following } = follow();
  for (const [at, field] of NAMES.entries()) ask({ ...PLAIN, filters: [{ field, op: 'eq' }] }, 10 + at);
  await round('running');
  const made = await following();
  const share = made.reduce((sum, { insertShare }) => sum + insertShare, 0);
  expect([share <= INSERT_BUDGET, share > 0.8 * INSERT_BUDGET]).toEqual([true, true]);
  const best = NAMES.slice(-made.length).map((name) => `"${name}"`);
  expect(made.map(({ parts }) => parts[0]).toSorted()).toEqual(best.toSorted());
  ask({ ...PLAIN, filters: [{ field: 'channel', op: 'eq' }] }, 500);
  await round('running');
  const after = await following();
  expect([after.length, after.some(({ parts }) => parts[0] === '"channel"')]).toEqual([made.length, true]);
});

test('what would stop writes for long waits for the quiet hour or a start', async () => {
  const { round, ask, following } = follow(1_000_000);
  const stops = (await db.indexing(async ({ stopsWrites }) => stopsWrites)) === true;
  ask(BY_CHANNEL, 40);
  await round('running');
  expect(await following()).toMatchObject([{ state: stops ? 'waiting' : 'made' }]);
  now = '2026-03-06T03:30:00.000Z';
  await round('running');
  expect(await following()).toMatchObject([{ state: 'made' }]);
  const other = follow(1_000_000);
  other.ask({ ...PLAIN, filters: [{ field: 'n3', op: 'eq' }] }, 40);
  now = later(0.4);
  await other.round('start');
  await other.round('running');
  expect((await other.following()).map(({ state }) => state)).toEqual(['made', 'made']);
});
