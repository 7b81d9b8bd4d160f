// Also in the portable form: what is done with the states of a further life cycle beside moving them, on both databases.
import { rightsFor, type RecordValue } from '@ninefold/model';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '../storage/database/database.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import type { Caller, Records } from './context/records.ts';
import { waitingFor } from '../home/waiting.ts';
import { createRecords } from './create-records.ts';
import { migrate } from './migrate.ts';
import { applicationOf, PLAIN, refusal } from './testing/open-desk.ts';
import { importSource } from './testing/values/import-source.ts';

const BEFORE = `ninefold: 1
purpose: { name: orders, languages: [en] }
entities:
  user: { title: name, key: email }
  order:
    title: name
    key: name
    fields:
      name: { type: string, required: true }
      people: { type: references, to: user }
      tries: { type: integer, default: 0 }
`;
const ROLES = `roles:
  boss: { order: all, user: { read: true } }
  clerk: { order: { read: true, update: true, history: true, fields: { delivery: none, others: write } } }
  mate: { order: { read: true } }
`;
const STATES = `states:
  order:
    initial: open
    states: { open: { kind: waiting }, done: { kind: done, final: true } }
    transitions:
      finish: { from: open, to: done, by: boss, approvals: { of: record.people, need: all } }
      touch: { from: open, to: same, by: boss }
  order.delivery:
    initial: waiting
    states: { waiting: { kind: waiting }, sent: { kind: active }, back: { kind: rejected } }
    transitions:
      send: { from: waiting, to: sent, by: [boss, clerk, mate] }
      lose: { from: sent, to: back, after: = days(3) }
      prove: { from: waiting, to: same, by: boss, when: record.tries > 1, on_refusal: { set: { tries: = record.tries + 1 } } }
      sent_back: { from: sent, to: back, by: boss }
      again: { from: [sent, back], to: waiting, by: boss, approvals: { of: record.people, need: any } }
`;
const [NOW, LATER] = ['2026-03-05T12:00:00.000Z', '2026-03-08T12:00:00.000Z'];

let now = NOW;
let db: Database;
let records: Records;
let [boss, clerk, mate] = [{} as Caller, {} as Caller, {} as Caller];

async function begin(yaml: string): Promise<void> {
  const { model, former } = applicationOf(yaml);
  await migrate(db, model, [], { now, former });
  records = createRecords(db, model, () => now);
  const one = async (role: string): Promise<Caller> => {
    const found = await db.read.all(`SELECT "id" FROM "user" WHERE "name" = ?`, [role]);
    const id =
      found[0] === undefined
        ? await records.addUser({ name: role, email: `${role}@x.test`, language: null, roles: [role] })
        : String(found[0]['id']);
    const me = await records.me(id);
    if (!me) throw new Error('nobody');
    return { me, rights: rightsFor(model, me.roles), via: 'screen', usersWith: await records.usersWith() };
  };
  [boss, clerk, mate] = [await one('boss'), await one('clerk'), await one('mate')];
}
beforeEach(async () => {
  now = NOW;
  db = await openTestDatabase();
});
afterEach(() => db.close());

const make = (body: object): Promise<RecordValue> => records.create(boss, 'order', body, PLAIN);
const fire = (caller: Caller, transition: string, idOrKey = 'A'): Promise<RecordValue> =>
  records.transition(caller, 'order', { idOrKey, transition, body: {} }, PLAIN);
const deliveries = async (): Promise<readonly unknown[]> =>
  (await records.list(boss, 'order', new URLSearchParams({ sort: 'name' }))).items.map(
    ({ name, delivery, delivery_final: final }) => [name, delivery, final],
  );

test('nobody sends a state: neither with a record, in a bulk action nor in a file', async () => {
  await begin(BEFORE + ROLES + STATES);
  const { id } = await make({ name: 'A' });
  for (const field of ['delivery', 'delivery_since', 'delivery_final']) {
    const body = {
      [field]: field === 'delivery' ? 'sent' : field === 'delivery_since' ? '2026-01-01T00:00:00.000Z' : true,
    };
    const calls = [make({ name: 'B', ...body }), records.update(boss, 'order', { idOrKey: id, body }, PLAIN)];
    for (const call of calls) {
      const { problems } = await refusal(call);
      expect(problems.map(({ path, code }) => [path, code])).toEqual([[field, 'read_only_field']]);
    }
  }
  const file = importSource([{ name: 'A', delivery: 'sent' }]);
  const imported = await records.import(boss, 'order', { source: file, options: { mode: 'each', match: 'name' } });
  expect(imported).toMatchObject({ failed: 1 });
  expect(await deliveries()).toEqual([['A', 'waiting', false]]);
});

test('bulk actions and batches move a further life cycle, and lists filter, sort and group by it', async () => {
  await begin(BEFORE + ROLES + STATES);
  const ids = [];
  for (const name of ['A', 'B', 'C']) ids.push((await make({ name })).id);
  await fire(boss, 'send', 'C');
  const body = { ids, action: 'transition', transition: 'send', mode: 'each' };
  const { done, results } = await records.bulk(boss, 'order', body, undefined);
  expect(done).toBe(2);
  expect(JSON.stringify(results.at(-1))).toContain('"params":{"transition":"send","state":"sent","cycle":"delivery"}');
  await records.batch(
    boss,
    { writes: [{ action: 'transition', transition: 'sent_back', entity: 'order', id: ids[1] }] },
    undefined,
  );
  const list = async (params: object): Promise<readonly unknown[]> =>
    (await records.list(boss, 'order', new URLSearchParams({ ...params }))).items.map(({ name }) => name);
  expect(await list({ 'f.delivery': 'in:sent', sort: 'name' })).toEqual(['A', 'C']);
  expect(await list({ sort: '-delivery,name' })).toEqual(['B', 'A', 'C']);
  const { items } = await records.group(boss, 'order', new URLSearchParams({ group: 'delivery' }));
  expect(items.map(({ by, count }) => [by['delivery'], count])).toEqual([
    ['sent', 2],
    ['back', 1],
  ]);
});

test('whoever may not read the state knows none of its transitions, and whoever may fires them', async () => {
  await begin(BEFORE + ROLES + STATES);
  const { id } = await make({ name: 'A' });
  expect((await refusal(fire(clerk, 'send'))).code).toBe('unknown_transition');
  expect((await records.may(clerk, 'order', id)).transitions.map((one) => one.id)).toEqual(['finish', 'touch']);
  const hidden = await records.get(clerk, 'order', id);
  expect(Object.keys(hidden).filter((name) => name.startsWith('delivery'))).toEqual([]);
  expect(await fire(mate, 'send')).toMatchObject({ delivery: 'sent', state: 'open' });
  const approved = async (caller: Caller): Promise<readonly string[]> =>
    (await records.approvals(caller, 'order', id)).map(({ transition }) => transition);
  expect([await approved(boss), await approved(clerk)]).toEqual([['finish', 'again'], ['finish']]);
  const due = async (caller: Caller): Promise<readonly unknown[]> =>
    (await records.due(caller, 'order', id)).map(({ transition }) => transition);
  expect([await due(boss), await due(clerk)]).toEqual([['lose'], []]);
  const entries = async (caller: Caller): Promise<readonly unknown[]> =>
    (await records.history(caller, 'order', id)).map(({ transition, changes }) => [transition, changes]).slice(0, 1);
  expect(await entries(boss)).toEqual([['send', [{ field: 'delivery', old: 'waiting', new: 'sent' }]]]);
  expect(await entries(clerk)).toEqual([['send', []]]);
});

test('an approval stands while another life cycle moves, and falls where its own does', async () => {
  await begin(BEFORE + ROLES + STATES);
  await make({ name: 'A', people: [{ id: boss.me.id }, { id: clerk.me.id }] });
  const other = { ...clerk, rights: boss.rights };
  await fire({ ...boss, me: mate.me }, 'touch');
  expect((await refusal(fire(boss, 'finish'))).code).toBe('not_your_press'); // who created it is not asked
  await records.update(
    boss,
    'order',
    { idOrKey: 'A', body: { people: [{ id: clerk.me.id }, { id: mate.me.id }] } },
    PLAIN,
  );
  const pressed = await fire(other, 'finish');
  expect(pressed.state).toBe('open');
  await fire(boss, 'send');
  const of = async (): Promise<readonly unknown[]> =>
    (await records.approvals(boss, 'order', 'A')).map(({ transition, presses }) => [transition, presses.length]);
  expect(await of()).toEqual([
    ['finish', 1],
    ['again', 0],
  ]);
  await fire(boss, 'touch');
  expect(await of()).toEqual([
    ['finish', 0],
    ['again', 0],
  ]);
});

test('a refused transition of a further life cycle leaves what it says', async () => {
  await begin(BEFORE + ROLES + STATES);
  const { id } = await make({ name: 'A' });
  for (const tries of [1, 2]) {
    expect((await refusal(fire(boss, 'prove'))).code).toBe('guard_failed');
    expect(await records.get(boss, 'order', id)).toMatchObject({ tries, delivery: 'waiting', delivery_since: NOW });
  }
  expect((await fire(boss, 'prove')).tries).toBe(2);
});

test('records that were there begin in the initial state; states and transitions are renamed and dropped with their history', async () => {
  await begin(BEFORE + ROLES.replace(', fields: { delivery: none, others: write }', ''));
  await make({ name: 'A' });
  await make({ name: 'B' });
  now = LATER;
  await begin(BEFORE + ROLES + STATES);
  expect(await deliveries()).toEqual([
    ['A', 'waiting', false],
    ['B', 'waiting', false],
  ]);
  expect(await records.get(boss, 'order', 'A')).toMatchObject({ delivery_since: NOW });
  await fire(boss, 'send');
  const renamed = STATES.replace('sent: { kind: active }', 'gone: { kind: done, final: true, was: sent }')
    .replace('send: { from: waiting, to: sent,', 'dispatch: { was: send, from: waiting, to: gone,')
    .replace(/ {6}(?:sent_back|again|lose|prove): .*\n/g, '')
    .replace(', back: { kind: rejected }', '');
  await begin(BEFORE + ROLES + renamed.replace('  order.delivery:\n', '  order.delivery:\n    dropped: [back]\n'));
  expect(await deliveries()).toEqual([
    ['A', 'gone', true],
    ['B', 'waiting', false],
  ]);
  const [last] = await records.history(boss, 'order', 'A');
  expect(last).toMatchObject({ transition: 'dispatch', changes: [{ field: 'delivery', old: 'waiting', new: 'gone' }] });
});

test('what waits is counted by the states of each life cycle in which it is the turn of somebody', async () => {
  await begin(BEFORE + ROLES + STATES);
  for (const name of ['A', 'B', 'C']) await make({ name });
  await fire(boss, 'send', 'C');
  const { model } = applicationOf(BEFORE + ROLES + STATES);
  const found = async (caller: Caller): Promise<unknown> =>
    (await waitingFor(model, records, caller)).map(({ total, states }) => [total, states]);
  const waiting = { by: 'me.delivery', field: 'delivery', state: 'waiting', total: 2 };
  // nobody is asked to approve `finish`, so that it is nobody's turn by the state
  expect(await found(boss)).toEqual([[2, [waiting]]]);
  expect(await found(mate)).toEqual([[2, [{ ...waiting, by: 'me' }]]]); // who has turns in one life cycle alone
  expect(await found(clerk)).toEqual([[2, []]]); // who may not read the field learns no more of it
});
