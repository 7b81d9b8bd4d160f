import { narrow, rightsFor, type RecordValue } from '@ninefold/model';
import { compile } from '@ninefold/spec';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadData } from '../../data/load-data.ts';
import type { Database } from '../../storage/database/database.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import type { Caller, Records } from '../context/records.ts';
import { createRecords } from '../create-records.ts';
import { migrate } from '../migrate.ts';
import { PLAIN, refusal } from '../testing/open-desk.ts';

const ORDERS = `ninefold: 1
purpose: { time_zone: Europe/Berlin }
roles:
  boss: { team: all, order: all, ask: all, user: all }
  clerk: { order: { create: true, read: true, discloses: true }, team: { refer: true, fields: { code: none } } }
entities:
  team: { title: name, key: name, fields: { name: { type: string, required: true }, code: { type: string } } }
  ask: { fields: { order: { type: reference, to: order }, team: { type: reference, to: team } } }
  order:
    title: number
    fields:
      number: { type: sequence, required: true, pattern: "{team.code}-{kind}{yyyy}/{000}" }
      sent: { type: sequence, pattern: "{00}.{number}", given: send }
      kind: { type: choice, options: [a, b], default: a }
      team: { type: reference, to: team, find: option.name == record.wanted, copy: record.from.team }
      from: { type: reference, to: order, inverse: follow_ups }
      wanted: { type: string }
      said: { type: string, computed: 'record.number + "!"' }
states:
  order:
    initial: new
    states: { new: {}, out: { final: true } }
    transitions: { send: { from: new, to: out, by: boss, create: { order: { from: = record, kind: b } } } }
`;
const FILES = {
  'data/team.csv': 'name,code\nNet,NET\nPrint,{000}\nNone,\n',
  'data/order.csv':
    'id,number,wanted,from,created_at\no1,,Net,,2026-03-02T08:00:00Z\no2,,Net,,2026-03-01T08:00:00Z\no3,NET-a2026/007,Net,,2026-01-01T08:00:00Z\no4,,,o1,2026-03-04T08:00:00Z\no5,,None,,2026-03-04T08:00:00Z\n',
};

let db: Database;
let records: Records;
let boss: Caller;
beforeEach(async () => {
  db = await openTestDatabase();
});
afterEach(() => db.close());

async function open(files: Readonly<Record<string, string>> = FILES) {
  const texts = Object.entries({ 'app.yaml': ORDERS, ...files }).map(([path, text]) => ({ path, text }));
  const { application, issues } = compile(texts);
  if (!application) throw new Error(JSON.stringify(issues));
  await migrate(db, application.model);
  records = createRecords(db, application.model, () => '2026-03-05T12:00:00.000Z');
  await loadData(db, application, { demo: false, now: '2026-03-05T12:00:00.000Z' });
  const me = await records.me(await records.addUser({ name: 'b', email: 'b@x.test', language: null, roles: ['boss'] }));
  if (!me) throw new Error('nobody');
  boss = { me, rights: rightsFor(application.model, me.roles), via: 'screen', usersWith: await records.usersWith() };
  return application.model;
}

const create = (values: object): Promise<RecordValue> => records.create(boss, 'order', values, PLAIN);
const numbers = async () =>
  (await records.list(boss, 'order', new URLSearchParams())).items.map((one) => one['number']).sort();

test('rows of a data file are numbered by what has arrived in them, the oldest first, behind the numbers that rows give', async () => {
  await open();
  expect(await numbers()).toEqual(['-a2026/001', 'NET-a2026/007', 'NET-a2026/008', 'NET-a2026/009', 'NET-a2026/010']);
  const { items } = await records.list(boss, 'order', new URLSearchParams({ sort: 'created_at' }));
  expect(items.map(({ number, said }) => [number, said])).toEqual([
    ['NET-a2026/007', 'NET-a2026/007!'],
    ['NET-a2026/008', 'NET-a2026/008!'],
    ['NET-a2026/009', 'NET-a2026/009!'],
    expect.anything(),
    expect.anything(),
  ]);
});

test('each value of the path has numbers of its own, which say what was there when they were drawn', async () => {
  await open();
  const one = await create({ wanted: 'Net' });
  const two = await create({ wanted: 'Print', kind: 'b' });
  const three = await create({ from: one.id });
  expect([one, two, three].map(({ number, said }) => [number, said])).toEqual([
    ['NET-a2026/011', 'NET-a2026/011!'],
    ['{000}-b2026/001', '{000}-b2026/001!'],
    ['NET-a2026/012', 'NET-a2026/012!'],
  ]);
  const moved = await records.update(boss, 'order', { idOrKey: one.id, body: { team: 'Print' } }, PLAIN);
  expect(moved['number']).toBe('NET-a2026/011');
});

test('a transition draws by what the record says then, and so does a record that an effect makes', async () => {
  await open();
  const { id } = await create({ wanted: 'Print' });
  const sent = await records.transition(boss, 'order', { idOrKey: id, transition: 'send', body: {} }, PLAIN);
  expect([sent['number'], sent['sent']]).toEqual(['{000}-a2026/001', '01.{000}-a2026/001']);
  expect(await numbers()).toContain('{000}-b2026/001');
});

test('a refused record gives its number back', async () => {
  await open();
  expect((await refusal(create({ wanted: 'Net', kind: 'c' }))).code).toBe('invalid');
  expect((await create({ wanted: 'Net' }))['number']).toBe('NET-a2026/011');
});

test('who may not read the path does not learn of it from the pattern', async () => {
  const model = await open();
  expect(JSON.stringify(narrow(model, rightsFor(model, ['boss'])).entities['order'])).toContain('team.code');
  expect(JSON.stringify(narrow(model, rightsFor(model, ['clerk'])).entities['order'])).not.toContain('code');
});
