import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rightsFor, type Model, type RecordValue } from '@ninefold/model';
import { afterEach, expect, test } from 'vitest';
import type { Database } from '../storage/database/database.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import type { Caller, Records } from './context/records.ts';
import { createRecords } from './create-records.ts';
import { migrate } from './migrate.ts';
import { applicationOf, PLAIN, refusal } from './testing/open-desk.ts';

const GUIDE = join(import.meta.dirname, '../../../../docs/guide');
const ROUND = { mostMs: 60_000, isEnding: () => false, log: (line: string) => expect.fail(line) };

let db: Database;
let records: Records;
let caller: Caller;
let model: Model;
let now = '2026-03-05T09:00:00.000Z';
afterEach(() => db.close());

/** Serves the one specification that a page of the guide writes, word for word. */
async function serve(page: string, role: string): Promise<void> {
  const [, text = ''] = /```yaml\n([\s\S]*?)```/.exec(readFileSync(join(GUIDE, page), 'utf8')) ?? [];
  ({ model } = applicationOf(text));
  now = '2026-03-05T09:00:00.000Z';
  db = await openTestDatabase();
  records = createRecords(db, model, () => now);
  await migrate(db, model);
  const id = await records.addUser({ name: 'Bo', email: 'bo@t.test', language: null, roles: [role] });
  const me = await records.me(id);
  if (!me) throw new Error('nobody');
  caller = { me, rights: rightsFor(model, me.roles), via: 'call' };
  await records.fireTimers(ROUND);
}

const make = (entity: string, body: object): Promise<RecordValue> => records.create(caller, entity, body, PLAIN);
const get = (entity: string, { id }: RecordValue): Promise<RecordValue> => records.get(caller, entity, id);
const fire = (entity: string, { id }: RecordValue, transition: string): Promise<unknown> =>
  records.transition(caller, entity, { idOrKey: id, transition, body: {} }, PLAIN);

async function passTo(moment: string): Promise<void> {
  now = moment;
  await records.fireTimers(ROUND);
}

test('the page on deadlines does what it says', async () => {
  await serve('deadlines.md', 'librarian');
  const book = await make('book', { title: 'Moby-Dick' });
  const [kept, lent] = [await make('loan', { book: book.id }), await make('loan', { book: book.id })];
  await fire('loan', lent, 'collect');
  await passTo('2026-03-08T08:59:00.000Z');
  expect((await get('loan', kept))['state']).toBe('reserved');
  await passTo('2026-03-08T09:01:00.000Z');
  expect([(await get('loan', kept))['state'], (await get('loan', lent))['state']]).toEqual(['lapsed', 'lent']);
  await passTo('2026-03-19T12:00:00.000Z');
  expect((await get('loan', lent))['late']).toBe(false);
  await passTo('2026-03-20T12:00:00.000Z');
  expect(await get('loan', lent)).toMatchObject({ late: true, state: 'lent' });
  await passTo('2026-04-06T05:59:00.000Z');
  const checks = async (): Promise<number> =>
    (await records.list(caller, 'shelf_check', new URLSearchParams())).items.length;
  expect(await checks()).toBe(0);
  await passTo('2026-04-06T06:00:00.000Z');
  await passTo('2026-04-30T06:00:00.000Z');
  expect(await checks()).toBe(1);
});

test('the page on follow-ups does what it says', async () => {
  await serve('follow-ups.md', 'clerk');
  const items = [await make('item', { name: 'Pen', stock: 4 }), await make('item', { name: 'Ink', stock: 9 })];
  expect(items.map(({ state }) => state)).toEqual(['low', 'enough']);
  const order = await make('order', { customer: 'Ann', total: '500.01', items: items.map(({ id }) => id) });
  expect(await get('order', order)).toMatchObject({ large: true, state: 'asked' });
  await fire('order', order, 'confirm');
  const { items: made } = await records.list(caller, 'delivery', new URLSearchParams());
  expect(made).toHaveLength(2);
  const states: unknown[] = [];
  for (const delivery of made) {
    await fire('delivery', delivery, 'arrive');
    states.push((await get('order', order))['state']);
  }
  expect(states).toEqual(['confirmed', 'closed']);
});

test('the page on layouts has the layouts and the refusals that it speaks of', async () => {
  await serve('layouts.md', 'planner');
  const [workshops, rooms] = ['workshops', 'rooms'].map((id) => model.screens.find((screen) => screen.id === id));
  expect(workshops).toMatchObject({ layouts: ['table', 'board', 'calendar'], board: { by: 'state', sum: 'cost' } });
  expect(workshops).toMatchObject({ calendar: { from: 'starts', to: 'ends' } });
  expect(rooms).toMatchObject({ layouts: ['cards', 'table'] });
  const days = { starts: '2026-03-09', ends: '2026-03-10' };
  const idea = await make('workshop', { title: 'Soldering', ...days });
  expect(await refusal(fire('workshop', idea, 'plan'))).toMatchObject({
    problems: [{ code: 'guard_failed', path: 'room' }],
  });
  const backwards = make('workshop', { title: 'Back in time', ...days, ends: '2026-03-08' });
  expect(await refusal(backwards)).toMatchObject({ problems: [{ code: 'workshop.order', path: 'ends' }] });
});

test('the page on approvals does what it says', async () => {
  await serve('approvals.md', 'office');
  const office = caller;
  const people: Record<string, string> = {};
  const add = async (name: string): Promise<void> => {
    people[name] = await records.addUser({ name, email: `${name}@t.test`, language: null, roles: [] });
  };
  for (const name of ['Rita', 'Max', 'Dora', 'Cora', 'Eve']) await add(name);
  const set = (name: string, body: object): Promise<unknown> =>
    records.update(office, 'user', { idOrKey: people[name] ?? '', body }, PLAIN);
  await set('Rita', { manager: people['Max'] });
  await set('Max', { deputy: people['Dora'] });
  await set('Cora', { manager: people['Eve'] });
  const as = async (name: string): Promise<void> => {
    const me = await records.me(people[name] ?? '');
    if (!me) throw new Error(`nobody is ${name}`);
    caller = { me, rights: rightsFor(model, me.roles), via: 'call', usersWith: await records.usersWith() };
  };
  const press = async (name: string, transition = 'approve', body: object = {}): Promise<RecordValue> => {
    await as(name);
    return records.transition(caller, 'order', { idOrKey: order.id, transition, body }, PLAIN);
  };
  const refused = async (call: Promise<unknown>): Promise<string> => (await refusal(call)).code;
  await as('Rita');
  const order = await make('order', { what: 'Desk', total: '900', controller: people['Cora'] });
  const awaited = async (): Promise<readonly (string | undefined)[]> => {
    const [approval] = await records.approvals(caller, 'order', order.id);
    return approval?.awaits.map(({ title }) => title) ?? [];
  };
  expect(await awaited()).toEqual(['Max', 'Cora']);
  const waits = async (name: string): Promise<number> => {
    await as(name);
    const { items } = await records.list(caller, 'order', new URLSearchParams({ awaited: 'me' }));
    return items.length;
  };
  expect([await waits('Max'), await waits('Dora'), await waits('Cora'), await waits('Eve')]).toEqual([1, 1, 0, 0]);
  expect(await refused(press('Rita'))).toBe('guard_failed');
  expect(await refused(press('Cora'))).toBe('not_your_press');
  await press('Dora');
  expect(await awaited()).toEqual(['Cora']);
  await press('Cora', 'send_back', { input: { why: 'Too dear' } });
  await press('Rita', 'send_again');
  expect(await awaited()).toEqual(['Max', 'Cora']);
  await press('Max');
  expect(await refused(press('Eve'))).toBe('not_your_press');
  await passTo('2026-03-08T09:01:00.000Z');
  expect(await press('Eve')).toMatchObject({ state: 'approved' });
  const events = await records.history(office, 'order', order.id);
  const told = events.flatMap(({ kind, by, for: place }) => (place ? [[kind, by?.title, place.title]] : []));
  expect(told.toReversed()).toEqual([
    ['press', 'Dora', 'Max'],
    ['escalate', undefined, 'Cora'],
    ['transition', 'Eve', 'Cora'],
  ]);
});

test('the page on calls to other systems does what it says', async () => {
  await serve('calls-out.md', 'clerk');
  const calls = async () => (await records.calls.list(caller, new URLSearchParams({ state: 'waiting' }))).items;
  const [free, order] = [
    await make('order', { item: 'Advice', total: '0.00' }),
    await make('order', { item: 'Lamp', total: '12.50' }),
  ];
  await fire('order', free, 'send');
  expect(await calls()).toEqual([]);
  await fire('order', order, 'send');
  const body = { number: 'O-0002', item: 'Lamp', total: '12.50' };
  expect(await calls()).toMatchObject([{ call: 'tell_erp', content: { url: 'https://erp.example/orders', body } }]);
});

test('the page of secrets: a locker opens for its PIN alone, counts wrong codes, and is closed with the same PIN or another', async () => {
  await serve('secrets.md', 'porter');
  const box = await make('locker', { name: '12', pin: '4711' });
  const unlock = (code: string): Promise<RecordValue> =>
    records.transition(caller, 'locker', { idOrKey: box.id, transition: 'unlock', body: { input: { code } } }, PLAIN);
  expect(await refusal(unlock('4712'))).toMatchObject({ code: 'guard_failed' });
  expect(await get('locker', box)).toMatchObject({ state: 'shut', wrong: 1, pin: true });
  expect(await unlock('4711')).toMatchObject({ state: 'open', wrong: 0 });
  await fire('locker', box, 'close');
  expect(await unlock('4711')).toMatchObject({ state: 'open' });
  const bare = await make('locker', { name: '13' });
  const open = records.transition(
    caller,
    'locker',
    { idOrKey: bare.id, transition: 'unlock', body: { input: { code: '1' } } },
    PLAIN,
  );
  expect(await refusal(open)).toMatchObject({ code: 'guard_failed' });
});
