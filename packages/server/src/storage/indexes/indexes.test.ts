import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from '../../records/migrate.ts';
import { applicationOf } from '../../records/testing/open-desk.ts';
import { openTestDatabase, TEST_DIALECT } from '../../testing/test-database.ts';
import type { Database } from '../database/database.ts';
import { indexesOf } from '../schema/indexes.ts';
import type { UseIndex } from './index-entry.ts';
import { useIndexName, writeIndexRow } from './index-rows.ts';
import { createIndexes } from './indexes.ts';

const NOW = '2026-03-05T12:00:00.000Z';
const APP = (fields: string, names = ''): string => `ninefold: 1
purpose: { name: shop, languages: [en] }
${names}entities:
  order:
    title: name
    fields:
      name: { type: string, required: true }
${fields}`;
const FIELDS = `      channel: { type: choice, options: [web, mail] }
      pieces: { type: integer }
`;
const PARTS = ['"channel"', '"pieces"', '"id"'];
const NAME = useIndexName('order', PARTS);

let db: Database;
beforeEach(async () => {
  db = await openTestDatabase();
});
afterEach(() => db.close());

async function open(yaml = APP(FIELDS), ...accepted: readonly string[]) {
  const { model, former } = applicationOf(yaml);
  const { changes } = await migrate(db, model, [], { former, accepted: new Set(accepted) });
  const indexes = createIndexes({ db, model, clock: () => NOW });
  const find = async (): Promise<UseIndex | undefined> =>
    (await indexes.list()).find((entry): entry is UseIndex => entry.origin === 'use' && entry.name === NAME);
  return { model, indexes, find, changes };
}

async function want(): Promise<void> {
  const row = { name: NAME, entity: 'order', parts: PARTS, ruling: null, madeAt: null, givenUpAt: null };
  await db.write((tx) => writeIndexRow(tx, row));
}

async function present(): Promise<boolean> {
  return (await db.dialect.schema.indexes(db.read)).some(({ name }) => name === NAME);
}

test('the indexes of the specification are listed with their reason and size, by table', async () => {
  const { model, indexes } = await open();
  const listed = await indexes.list();
  expect(new Set(listed.map(({ name }) => name))).toEqual(
    new Set(indexesOf(model, db.dialect).map(({ name }) => name)),
  );
  expect(listed.every(({ bytes }) => bytes !== null && bytes > 0)).toBe(true);
  expect(listed.map(({ table }) => table)).toEqual(listed.map(({ table }) => table).toSorted());
  expect(listed.find(({ name }) => name === 'order.id.live')).toMatchObject({ reason: 'newest_first' });
  expect(await indexes.rule('order.id.live', 'refused')).toBe(false);
  expect(await indexes.make('nothing')).toBe(false);
});

test('an index that waits is made when an operator says so; a refused one goes, and what was said survives a start', async () => {
  const { indexes, find } = await open();
  await want();
  expect(await find()).toMatchObject({ state: 'waiting', pinned: false, bytes: null, madeAt: null });
  expect(await indexes.make(NAME)).toBe(true);
  expect([await present(), await find()]).toMatchObject([true, { state: 'made', madeAt: NOW, table: 'order' }]);
  expect(await indexes.rule(NAME, 'pinned')).toBe(true);
  const again = await open();
  expect(await again.find()).toMatchObject({ state: 'made', pinned: true });
  expect(await again.indexes.rule(NAME, 'refused')).toBe(true);
  expect([await present(), await find()]).toMatchObject([false, { state: 'refused', pinned: false, madeAt: null }]);
  expect(await indexes.make(NAME)).toBe(true);
  expect(await find()).toMatchObject({ state: 'made' });
});

test('a migration leaves it where its columns stay, and is quiet about it; it goes with a column', async () => {
  const { indexes } = await open();
  await want();
  await indexes.make(NAME);
  const added = await open(APP(`${FIELDS}      note: { type: string, index: true }\n`));
  expect([added.changes.length > 0, added.changes.map(({ name }) => name).includes(NAME)]).toEqual([true, false]);
  expect(await present()).toBe(true);
  const without = await open(APP('      channel: { type: choice, options: [web, mail] }\n'));
  expect(without.changes.map(({ name }) => name)).not.toContain(NAME);
  expect([await present(), await without.find()]).toEqual([false, undefined]);
});

test('a column that gets another name takes its index along into nothing', async () => {
  const { indexes } = await open();
  await want();
  await indexes.make(NAME);
  const renamed = await open(
    APP(`      channel: { type: choice, options: [web, mail] }\n      count: { type: integer, was: pieces }\n`),
  );
  expect([await present(), await renamed.find()]).toEqual([false, undefined]);
  expect(renamed.changes.map(({ kind }) => kind)).toEqual(['field_renamed']);
});

const RULED = `
entities:
  order:
    was: purchase
    title: name
    fields:
      name: { type: string, required: true }
      channel: { type: choice, options: [web, mail] }
      count: { type: integer, was: pieces }
      keeper: { type: reference, to: user, was: owner }
  user: { fields: { unit: { type: string, was: team } } }
roles: { clerk: { order: { read: record.keeper.unit == user.unit } } }
`;
/** The same before anything got another name. */
const UNRULED = RULED.replaceAll(/ *was: \w+\n/g, '')
  .replaceAll(/, was: \w+/g, '')
  .replaceAll('order:', 'purchase:')
  .replace('count:', 'pieces:')
  .replaceAll('keeper', 'owner')
  .replaceAll('unit', 'team');
const HEAD = 'ninefold: 1\npurpose: { name: shop, languages: [en] }';

test.each(['pinned', 'refused'] as const)('what was %s stays so where its columns get other names', async (ruling) => {
  await open(HEAD + UNRULED);
  const parts = [`(CASE "channel" WHEN '"pieces"' THEN 0 END)`, '"pieces"', '"id"', '"_via.owner.team.text"'];
  const row = { name: useIndexName('purchase', parts), entity: 'purchase', parts, madeAt: NOW, givenUpAt: null };
  await db.write((tx) => writeIndexRow(tx, { ...row, ruling }));
  await db.write((tx) => writeIndexRow(tx, { ...row, name: 'without', ruling: null }));
  const { indexes } = await open(HEAD + RULED);
  const wanted = [`(CASE "channel" WHEN '"pieces"' THEN 0 END)`, '"count"', '"id"', '"_via.keeper.unit.text"'];
  expect((await indexes.list()).filter(({ origin }) => origin === 'use')).toMatchObject([
    {
      name: useIndexName('order', wanted),
      table: 'order',
      parts: wanted,
      state: ruling === 'refused' ? 'refused' : 'waiting',
      pinned: ruling === 'pinned',
    },
  ]);
  if (ruling === 'refused') return;
  expect(await indexes.make(useIndexName('order', wanted))).toBe(true);
});

test.runIf(TEST_DIALECT === 'postgres')('one that an interrupted attempt has left is made anew', async () => {
  const { indexes } = await open();
  await want();
  for (const id of ['a', 'b'])
    await db.write((tx) =>
      tx.run(
        `INSERT INTO "order" ("id", "version", "created_at", "changed_at", "name", "channel", "pieces") VALUES (?, 1, ?, ?, 'x', 'web', 1)`,
        [id, NOW, NOW],
      ),
    );
  const interrupted = db.indexing((work) =>
    work.make({ name: NAME, table: 'order', unique: true, parts: ['"channel"'], where: null }),
  );
  await expect(interrupted).rejects.toThrow('could not create unique index');
  const valid = async (): Promise<unknown> =>
    (
      await db.read.all(
        `SELECT x.indisvalid AS valid FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid WHERE i.relname = ?`,
        [NAME],
      )
    )[0]?.['valid'];
  expect(await valid()).toBe(false);
  await indexes.make(NAME);
  expect(await valid()).toBe(true);
});

test.runIf(TEST_DIALECT === 'postgres')('two servers never make indexes at the same time', async () => {
  await open();
  const second = await db.indexing(() => db.indexing(async () => 'both'));
  expect(second).toBeNull();
});
