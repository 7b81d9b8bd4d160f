// Conditions of programs that a write turns true: noted in its transaction, whatever moved them, on every server, and told as far as the key reads.
import { rightsFor, type EventMessage, type Model, type RecordValue } from '@ninefold/model';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '../storage/database/database.ts';
import { READ_FINGERPRINT } from '../storage/schema/meta.ts';
import { openPlace, testPlace, type TestPlace } from '../testing/test-database.ts';
import type { Caller, Records } from './context/records.ts';
import { createRecords } from './create-records.ts';
import { migrate } from './migrate.ts';
import { applicationOf, PLAIN } from './testing/open-desk.ts';
import { ROUND } from './testing/open-stage.ts';
import { importSource } from './testing/values/import-source.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: turning, languages: [en], time_zone: UTC }
limits: { dear: { type: integer, value: 10 }, from_may: { type: integer, values: [{ from: 2026-01-01, value: 1 }, { from: 2026-05-01, value: 2 }] } }
roles:
  boss: { order: all, row: all }
  clerk:
    order: { read: true, fields: { price: none } }
  owner:
    includes: [clerk]
    order: { read: record.open }
entities:
  order:
    title: name
    fields:
      name: { type: string }
      price: { type: integer, default: 0 }
      open: { type: boolean, default: true }
      total: { type: integer, computed: "sum(record.rows.map(l, l.amount))" }
      old: { type: boolean, computed: record.created_at < now - days(3) }
      parent: { type: reference, to: order, inverse: parts }
  row: { fields: { order: { type: reference, to: order, inverse: rows }, amount: { type: integer } } }
states:
  order:
    initial: new
    states: { new: {}, held: {}, split: {} }
    transitions:
      hold: { from: new, to: held }
      late: { from: held, to: split, after: = days(1) }
      split: { from: new, to: split, by: boss, create: { order: { name: part, price: = record.price, parent: = record } } }
    reactions:
      dear: { when: record.total > limits.dear, fire: { each: record, transition: hold } }
`;

let place: TestPlace;
let db: Database;
let records: Records;
let model: Model;
let now: string;
let users: Readonly<Record<string, string>>;

beforeEach(async () => {
  place = await testPlace();
  ({ model } = applicationOf(SPECIFICATION));
  now = '2026-03-02T09:00:00.000Z';
  db = await openPlace(place);
  await migrate(db, model);
  records = await serving(db);
  const ids = await Promise.all(
    ['boss', 'clerk', 'owner'].map((role) =>
      records.addUser({ name: role, email: `${role}@t.test`, language: null, roles: [role] }),
    ),
  );
  users = { boss: ids[0] ?? '', clerk: ids[1] ?? '', owner: ids[2] ?? '' };
});

afterEach(async () => {
  await db.close();
  await place.remove();
});

/** One server on the data. */
async function serving(database: Database): Promise<Records> {
  const [row] = await database.read.all(READ_FINGERPRINT, []);
  database.keepTo(String(row?.['value']));
  return createRecords(database, model, () => now);
}

async function callerOf(role: string): Promise<Caller> {
  const me = await records.me(users[role] ?? '');
  if (!me) throw new Error('nobody');
  return { me, rights: rightsFor(model, me.roles), via: 'call' };
}

async function watch(role: string, when: string, more: object = {}): Promise<string> {
  const body = { entity: 'order', when, url: 'https://a.example/', ...more };
  const making = { body, leadsInside: async () => false, noted: () => undefined };
  return (await records.subscriptions.make(await callerOf(role), { id: role, name: role, usable: true }, making)).id;
}

const make = async (entity: string, body: object): Promise<RecordValue> =>
  records.create(await callerOf('boss'), entity, body, PLAIN);
const set = async (id: string, body: object, on = records): Promise<RecordValue> =>
  on.update(await callerOf('boss'), 'order', { idOrKey: id, body }, PLAIN);
/** The records whose conditions have turned since this was asked last, in order. */
async function turned(): Promise<readonly string[]> {
  const rows = await db.read.all(`SELECT "record" FROM "_event" WHERE "kind" = 'turned' ORDER BY "id"`, []);
  await db.write((tx) => tx.run('DELETE FROM "_event"', []));
  return rows.map((row) => String(row['record']));
}
/** What a subscription is told, by the name of the record: the kinds of messages in their order. */
async function toldTo(subscription: string): Promise<Readonly<Record<string, readonly string[]>>> {
  while (await records.subscriptions.spread(callerOf));
  const rows = await db.read.all('SELECT "body" FROM "_call" WHERE "call" = ? ORDER BY "queue", "position"', [
    `subscription ${subscription}`,
  ]);
  const all = rows.map((row) => JSON.parse(String(row['body'])) as EventMessage);
  const byName = Map.groupBy(all, ({ data }) => String(data.record?.['name']));
  return Object.fromEntries([...byName].map(([name, own]) => [name, own.map(({ type }) => type)]));
}

test('what turns a condition is told once, whatever moves it', async () => {
  const before = await make('order', { name: 'early', price: 99 });
  await watch('boss', 'record.price > 5 || record.total > 5 || record.state == "split"');
  await set(before.id, { name: 'was true before' });
  const [a, b, c] = [await make('order', { price: 9 }), await make('order', {}), await make('order', {})];
  expect(await turned()).toEqual([a.id]);
  await set(a.id, { price: 8 });
  await set(a.id, { price: 1 });
  expect(await turned()).toEqual([]);
  const boss = await callerOf('boss');
  await records.bulk(
    boss,
    'order',
    { action: 'update', mode: 'all', ids: [a.id, b.id], values: { price: 7 } },
    undefined,
  );
  expect((await turned()).toSorted()).toEqual([a.id, b.id].toSorted());
  const source = importSource([3, 3].map((amount) => ({ order: c.id, amount })));
  await records.import(boss, 'row', { source, options: { mode: 'all', match: '' } });
  expect(await turned()).toEqual([c.id]);
  const d = await make('order', {});
  await make('row', { order: d.id, amount: 6 });
  expect(await turned()).toEqual([d.id]);
});

test('reactions, effects and timers turn it too, and a write that is refused does not', async () => {
  await watch('boss', 'record.state != "new" || filled(record.parent)');
  const [a, b] = [await make('order', {}), await make('order', { price: 3 })];
  await make('row', { order: a.id, amount: 50 });
  expect(await turned()).toEqual([a.id]);
  await records.transition(await callerOf('boss'), 'order', { idOrKey: b.id, transition: 'split', body: {} }, PLAIN);
  const [part, whole, ...others] = await turned(); // effects come first
  expect([part === b.id, whole, others]).toEqual([false, b.id, []]);
  await expect(make('order', { parent: 'nobody' })).rejects.toMatchObject({ code: 'invalid' });
  expect(await turned()).toEqual([]);
  await watch('boss', 'record.state == "split"');
  now = '2026-03-04T09:00:00.000Z';
  await records.fireTimers(ROUND);
  expect(await turned()).toEqual([a.id]);
});

test('without such a condition nothing is read or noted, and every server knows of one at once', async () => {
  const other = await openPlace(place);
  try {
    const elsewhere = await serving(other);
    const { id } = await make('order', {});
    expect([db.watched(), other.watched()]).toEqual([null, null]);
    const subscription = await watch('boss', 'record.price > 5');
    await set(id, { price: 6 }, elsewhere);
    expect(await turned()).toEqual([id]);
    await records.subscriptions.remove(subscription, () => undefined);
    await set(id, { price: 1 }, elsewhere);
    await set(id, { price: 7 }, elsewhere);
    expect([await turned(), db.watched(), other.watched()]).toEqual([[], null, null]);
  } finally {
    await other.close();
  }
});

test('a condition names what the key reads, and what is stored with the record', async () => {
  const refused = (role: string, when: string): Promise<unknown> =>
    watch(role, when).then(
      () => null,
      (reason: unknown) => reason,
    );
  for (const [role, when] of [
    ['clerk', 'record.price > 5'],
    ['boss', 'record.price >'],
    ['boss', 'record.created_at < now'],
    ['boss', 'record.old'],
    ['boss', 'record.parent.price > 5'],
    ['boss', 'record.price > limits.from_may'],
    ['boss', 'record.created_by == user'],
  ] as const)
    expect([when, await refused(role, when)]).toMatchObject([when, { code: 'bad_where' }]);
  expect(await refused('boss', 'record.price > limits.dear')).toBeNull();
});

test('a program is told where it reads the record and all that its condition reads, on the record as it is then', async () => {
  const owner = await watch('owner', 'record.price > 5');
  const boss = await watch('boss', 'record.price > 5', { events: ['created'], where: 'record.name != "hidden"' });
  await make('order', { name: 'shown', price: 6 });
  await make('order', { name: 'closed', price: 6, open: false });
  await make('order', { name: 'hidden', price: 6 });
  expect(await toldTo(owner)).toEqual({ shown: ['order.turned'], hidden: ['order.turned'] });
  const both = ['order.created', 'order.turned'];
  expect(await toldTo(boss)).toEqual({ shown: both, closed: both });
});
