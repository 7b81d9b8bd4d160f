// Also in the portable form: states that follow from conditions, on both databases.
import { rightsFor } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRecords } from './create-records.ts';
import type { Caller, Records } from './context/records.ts';
import { migrate } from './migrate.ts';
import { applicationOf, PLAIN, refusal } from './testing/open-desk.ts';
import { importSource } from './testing/values/import-source.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import type { Database } from '../storage/database/database.ts';

const STATES = `  item:
    states: { out: { kind: rejected, locked: true }, low: { kind: waiting }, plenty: { kind: done } }
    derived: [{ state: out, when: record.stock <= 0 }, { state: low, when: record.stock < record.shelf.least }, { state: plenty }]
  shelf:
    states: { empty: { kind: waiting }, short: { kind: active }, full: { kind: done, final: true } }
    derived:
      - { state: empty, when: size(record.items) == 0 }
      - { state: short, when: 'record.items.exists(i, i.state != "plenty")' }
      - { state: full }
`;

const YAML = `ninefold: 1
purpose: { name: stock, languages: [en] }
entities:
  user: { title: name, key: email }
  shelf:
    title: name
    key: name
    fields:
      name: { type: string, required: true }
      least: { type: integer, default: 5 }
  item:
    title: name
    key: name
    fields:
      name: { type: string, required: true }
      stock: { type: integer, default: 0 }
      shelf: { type: reference, to: shelf, inverse: items }
states:
${STATES}rules:
  item: { no_named_out: { when: record.state == "out", check: record.name != "Water", message: Water never runs out., at: stock } }
roles:
  boss: { members: everyone, shelf: all, item: all }
`;

let [db, records, boss, now] = [{} as Database, {} as Records, {} as Caller, '2026-03-05T12:00:00.000Z'];

async function begin(yaml: string): Promise<void> {
  const { model } = applicationOf(yaml);
  await migrate(db, model, [], { now });
  records = createRecords(db, model, () => now);
}

beforeAll(async () => {
  db = await openTestDatabase();
  await begin(YAML);
  const id = await records.addUser({ name: 'Ann', email: 'ann@x.test', language: null, roles: ['boss'] });
  const me = await records.me(id);
  if (!me) throw new Error('nobody');
  const rights = rightsFor(applicationOf(YAML).model, me.roles);
  boss = { me, rights, via: 'screen', usersWith: await records.usersWith() };
});
afterAll(() => db.close());

const make = (entity: string, body: object) => records.create(boss, entity, body, PLAIN);
const change = (entity: string, idOrKey: string, body: object) =>
  records.update(boss, entity, { idOrKey, body }, PLAIN);
const stateOf = async (entity: string, name: string) => (await records.get(boss, entity, name)).state;

test('a new record has the state of the first condition that holds', async () => {
  await make('shelf', { name: 'A' });
  expect(await stateOf('shelf', 'A')).toBe('empty');
  await make('item', { name: 'Tea', stock: 9, shelf: 'A' });
  await make('item', { name: 'Salt', stock: 2, shelf: 'A' });
  await make('item', { name: 'Ink' });
  expect(await Promise.all(['Tea', 'Salt', 'Ink'].map((name) => stateOf('item', name)))).toEqual([
    'plenty',
    'low',
    'out',
  ]);
  expect(await records.get(boss, 'shelf', 'A')).toMatchObject({ state: 'short', state_final: false, version: 1 });
});

test('a change of the record moves it, says since when, and stands in its history', async () => {
  now = '2026-03-06T08:00:00.000Z';
  expect(await change('item', 'Salt', { stock: 20 })).toMatchObject({ state: 'plenty', state_since: now });
  const since = now;
  now = '2026-03-06T09:00:00.000Z';
  expect(await change('item', 'Salt', { stock: 21 })).toMatchObject({ state: 'plenty', state_since: since });
  const [last, first] = await records.history(boss, 'item', (await records.get(boss, 'item', 'Salt')).id);
  expect(last).toMatchObject({ kind: 'update', from: null, to: null });
  expect(first).toMatchObject({ kind: 'update', from: 'low', to: 'plenty' });
  expect(await records.get(boss, 'shelf', 'A')).toMatchObject({ state: 'full', state_final: true, version: 1 });
});

test('a change of another record that a condition reads moves it in the same transaction', async () => {
  now = '2026-03-07T08:00:00.000Z';
  await change('shelf', 'A', { least: 10 });
  expect(await records.get(boss, 'item', 'Tea')).toMatchObject({ state: 'low', state_since: now, version: 1 });
  expect(await stateOf('item', 'Salt')).toBe('plenty');
  expect(await stateOf('shelf', 'A')).toBe('short');
  await records.remove(boss, 'item', 'Tea', PLAIN);
  expect(await stateOf('shelf', 'A')).toBe('full');
});

test('lists find records by it, and rules and locks see it', async () => {
  const low = await records.list(boss, 'item', new URLSearchParams({ 'f.state': 'eq:plenty' }));
  expect(low.items.map(({ name }) => name)).toEqual(['Salt']);
  await make('item', { name: 'Water', stock: 3 });
  const refused = await refusal(change('item', 'Water', { stock: 0 }));
  expect(refused.problems[0]?.code).toBe('item.no_named_out');
  expect((await refusal(change('item', 'Ink', { name: 'Inks' }))).code).toBe('locked');
});

test('nobody sends it, whichever way a record comes', async () => {
  expect((await refusal(make('item', { name: 'X', state: 'plenty' }))).problems[0]).toMatchObject({ path: 'state' });
  const rows = [{ name: 'Rice', stock: 1, shelf: 'A' }] as never;
  await records.import(boss, 'item', { source: importSource(rows), options: { mode: 'all', match: '' } });
  expect(await stateOf('item', 'Rice')).toBe('low');
  expect(await stateOf('shelf', 'A')).toBe('short');
});

test('another condition in the specification moves the records that are there at the next start', async () => {
  await begin(YAML.replace('record.stock < record.shelf.least', 'record.stock > 20'));
  expect(await stateOf('item', 'Rice')).toBe('plenty');
  expect(await stateOf('item', 'Salt')).toBe('low');
  expect(await stateOf('shelf', 'A')).toBe('short');
});
