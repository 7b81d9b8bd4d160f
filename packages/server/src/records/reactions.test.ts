import { rightsFor, type HistoryEntry, type Model, type RecordValue } from '@ninefold/model';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../storage/database/database.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import type { Caller, Records } from './context/records.ts';
import { createRecords } from './create-records.ts';
import { migrate } from './migrate.ts';
import { applicationOf, PLAIN } from './testing/open-desk.ts';
import { importSource } from './testing/values/import-source.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: reactions, languages: [en] }
roles: { boss: { order: all, row: all, task: all, node: all, seat: all, peer: all } }
entities:
  order:
    title: name
    fields:
      name: { type: string }
      limit: { type: integer, default: 10 }
      total: { type: integer, computed: "sum(record.rows.map(l, l.amount))" }
      checked: { type: boolean, default: true }
      times: { type: integer, default: 0 }
      hidden: { type: integer, visible_when: record.checked }
  row: { fields: { order: { type: reference, to: order, inverse: rows }, amount: { type: integer } } }
  task: { fields: { number: { type: sequence, pattern: "T-{0000}" }, about: { type: reference, to: order, inverse: tasks }, was: { type: integer } } }
  node: { fields: { a: { type: boolean }, b: { type: boolean } } }
  seat: { fields: { name: { type: string }, of: { type: reference, to: order, on_delete: clear }, n: { type: integer }, m: { type: integer } } }
  peer: { fields: { name: { type: string, unique: true }, of: { type: reference, to: peer }, on: { type: boolean }, hits: { type: integer, default: 0 } } }
states:
  peer:
    initial: up
    states: { up: {} }
    transitions: { hit: { from: up, to: same, by: boss, set: { hits: = record.hits + 1 } } }
    reactions: { now: { when: record.on, fire: { each: record.of, transition: hit } } }
  order:
    initial: open
    states: { open: {}, held: {} }
    transitions:
      hold: { from: open, to: held }
      free: { from: held, to: open, by: boss }
    reactions:
      dear: { when: record.total > record.limit, set: { checked: false, times: = record.times + 1 }, create: { task: { about: = record, was: = before.total } }, fire: { each: record, transition: hold } }
  node:
    reactions:
      first: { when: record.a, set: { b: true, a: false } }
      second: { when: record.b, set: { a: true, b: false } }
  seat:
    states: { free: {}, taken: {} }
    derived: [{ state: free, when: blank(record.of) }, { state: taken }]
    reactions:
      left: { when: record.state == "free", set: { name: left } }
      one: { when: record.n > 1, set: { m: 0 } }
      two: { when: record.m > 1, set: { name: both } }
rules:
  order: { few: { check: record.times < 3, at: times } }
`;

let db: Database;
let records: Records;
let model: Model;
let boss: Caller;

beforeEach(async () => {
  db = await openTestDatabase();
  ({ model } = applicationOf(SPECIFICATION));
  await migrate(db, model);
  records = createRecords(db, model, () => '2026-03-02T09:00:00.000Z');
  const id = await records.addUser({ name: 'Bo', email: 'bo@t.test', language: null, roles: ['boss'] });
  const me = await records.me(id);
  if (!me) throw new Error('nobody');
  boss = { me, rights: rightsFor(model, me.roles), via: 'call' };
});

afterEach(() => db.close());

const make = (entity: string, body: object): Promise<RecordValue> => records.create(boss, entity, body, PLAIN);
const set = (entity: string, id: string, body: object): Promise<RecordValue> =>
  records.update(boss, entity, { idOrKey: id, body }, PLAIN);
const get = (id: string): Promise<RecordValue> => records.get(boss, 'order', id);
const count = async (entity: string): Promise<number> =>
  (await records.list(boss, entity, new URLSearchParams())).items.length;
const history = (id: string): Promise<readonly HistoryEntry[]> => records.history(boss, 'order', id);

describe('a reaction', () => {
  test('fires when a write of the record turns its condition, once', async () => {
    const { id } = await make('order', { name: 'A' });
    await make('row', { order: id, amount: 8 });
    expect(await get(id)).toMatchObject({ checked: true, times: 0, state: 'open' });
    await set('order', id, { limit: 5 });
    expect(await get(id)).toMatchObject({ checked: false, times: 1, state: 'held' });
    await set('order', id, { limit: 4 }); // it holds already
    expect(await get(id)).toMatchObject({ times: 1 });
    expect(await count('task')).toBe(1);
  });

  test('fires when the creation of its record meets the condition', async () => {
    expect(await get((await make('order', { name: 'A', limit: -1 })).id)).toMatchObject({ times: 1, state: 'held' });
  });

  test('fires when a write of another record turns it, and again after it was false', async () => {
    const { id } = await make('order', { name: 'A' });
    const line = await make('row', { order: id, amount: 11 });
    expect(await get(id)).toMatchObject({ total: 11, times: 1, state: 'held' });
    await set('row', line.id, { amount: 2 });
    await records.transition(boss, 'order', { idOrKey: id, transition: 'free', body: {} }, PLAIN);
    expect(await get(id)).toMatchObject({ times: 1, state: 'open' });
    await set('row', line.id, { amount: 20 });
    expect(await get(id)).toMatchObject({ times: 2, state: 'held' });
  });

  test('is named in the history, with the record as it was before in its effects', async () => {
    const { id } = await make('order', { name: 'A' });
    await make('row', { order: id, amount: 7 });
    await make('row', { order: id, amount: 7 });
    const [held, changed] = await history(id);
    expect(changed).toMatchObject({
      kind: 'update',
      by: null,
      via: 'system',
      cause: { kind: 'reaction', name: 'dear' },
    });
    expect(held).toMatchObject({ transition: 'hold', cause: { kind: 'reaction', name: 'dear', record: { id } } });
    const [task] = (await records.list(boss, 'task', new URLSearchParams())).items;
    expect(await records.get(boss, 'task', task?.id ?? '')).toMatchObject({ number: 'T-0001', was: 7, about: { id } });
  });

  test('that is refused refuses the write', async () => {
    const { id } = await make('order', { name: 'A', times: 2 });
    await expect(make('row', { order: id, amount: 11 })).rejects.toMatchObject({
      code: 'effect_refused',
      params: { entity: 'order' },
    });
    expect(await get(id)).toMatchObject({ total: 0, times: 2, state: 'open' });
    expect([await count('row'), await count('task')]).toEqual([0, 0]);
  });

  test('that turns another for ever ends at the limit, with nothing written', async () => {
    const { id } = await make('node', {});
    await expect(set('node', id, { a: true })).rejects.toMatchObject({ code: 'cascade_too_deep' });
    expect(await records.get(boss, 'node', id)).toMatchObject({ a: false, b: false, version: 1 });
  });
});

describe('writes that share a transaction', () => {
  test('a batch fires what each of its writes has turned, and numbers stay without gaps', async () => {
    const ids = [(await make('order', { name: 'A' })).id, (await make('order', { name: 'B' })).id];
    const line = (order: string | undefined, amount: number): object => ({
      ...{ action: 'create', entity: 'row', values: { order, amount } },
    });
    const task = { action: 'create', entity: 'task', values: {} };
    const writes = [task, line(ids[0], 8), line(ids[0], 8), line(ids[1], 30), task];
    await records.batch(boss, { writes }, undefined);
    await make('task', {});
    expect(await Promise.all(ids.map(get))).toMatchObject([{ times: 1 }, { times: 1 }]);
    const tasks = (await records.list(boss, 'task', new URLSearchParams())).items;
    expect(tasks.map(({ number }) => number).sort()).toEqual(['T-0001', 'T-0002', 'T-0003', 'T-0004', 'T-0005']);
  });

  test('an import and a bulk action fire them', async () => {
    const [a, b] = [await make('order', { name: 'A' }), await make('order', { name: 'B' })];
    const source = importSource([6, 6].map((amount) => ({ order: a.id, amount })));
    await records.import(boss, 'row', { source, options: { mode: 'all', match: '' } });
    expect(await get(a.id)).toMatchObject({ total: 12, times: 1, state: 'held' });
    await records.bulk(boss, 'order', { action: 'update', mode: 'all', ids: [b.id], values: { limit: -1 } }, undefined);
    expect(await get(b.id)).toMatchObject({ times: 1, state: 'held' });
  });

  test('the row whose reaction is refused fails, and no other', async () => {
    const [a, b] = [await make('order', { name: 'A' }), await make('order', { name: 'B', times: 2 })];
    const source = importSource([
      { order: a.id, amount: 20 },
      { order: b.id, amount: 20 },
      { order: a.id, amount: 5 },
    ]);
    const done = await records.import(boss, 'row', { source, options: { mode: 'each', match: '' } });
    expect(done).toMatchObject({ created: 2, failed: 1, problems: [{ row: 2, code: 'order.few' }] });
    expect(await get(a.id)).toMatchObject({ total: 25, times: 1 });
    expect(await get(b.id)).toMatchObject({ total: 0, times: 2 });
    const lines = [a, b].map(({ id }) => ({ order: id, amount: 20 }));
    const sent = { action: 'create', mode: 'each', records: lines };
    const { results } = await records.bulk(boss, 'row', sent, undefined);
    expect(results.map(({ problem }) => problem?.code ?? null)).toEqual([null, expect.anything()]);
  });

  test('answer with the version that a record has after the reactions to the others', async () => {
    const [a, b] = [await make('order', { name: 'A' }), await make('order', { name: 'B' })];
    const rename = { action: 'update', entity: 'order', id: a.id, values: { name: 'C' } };
    const line = { action: 'create', entity: 'row', values: { order: a.id, amount: 20 } };
    const { results } = await records.batch(boss, { writes: [rename, line] }, undefined);
    expect(results[0]?.record).toEqual(await get(a.id));
    const ids = [a.id, b.id];
    const bulk = { action: 'update', mode: 'all', ids, values: { limit: -1 } };
    const answer = await records.bulk(boss, 'order', bulk, undefined);
    expect(answer.results.map(({ version }) => version)).toEqual(
      (await Promise.all(ids.map(get))).map((one) => one.version),
    );
    const [first, second] = [await make('peer', { name: 'a' }), await make('peer', { name: 'b' })];
    const source = importSource([
      { name: 'a', of: second.id, on: true },
      { name: 'b', of: first.id, on: true },
    ]);
    const imported = await records.import(boss, 'peer', { source, options: { mode: 'all', match: 'name' } });
    const now = await Promise.all([first, second].map(({ id }) => records.get(boss, 'peer', id)));
    expect(now.map(({ hits }) => hits)).toEqual([1, 1]);
    expect(imported.undo?.map(({ version }) => version)).toEqual(now.map(({ version }) => version));
  });
});

test('a reference that is cleared because its record goes turns reactions, and moves a derived state in the history', async () => {
  const { id } = await make('order', { name: 'A' });
  const seat = await make('seat', { of: id });
  expect(seat.state).toBe('taken');
  await records.remove(boss, 'order', id, PLAIN);
  expect(await records.get(boss, 'seat', seat.id)).toMatchObject({ state: 'free', name: 'left' });
  const entries = await records.history(boss, 'seat', seat.id);
  expect(entries.map(({ from, to }) => [from, to])).toContainEqual(['taken', 'free']);
});

test('a reaction whose condition an earlier one has undone does not fire', async () => {
  const { id } = await make('seat', { n: 0, m: 0 });
  await set('seat', id, { n: 2, m: 2 });
  expect(await records.get(boss, 'seat', id)).toMatchObject({ m: 0, name: 'left' });
});
