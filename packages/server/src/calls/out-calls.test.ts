// Calls to other systems: from the write that makes them, through the queue, to the receiver and back into the record.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rightsFor, type CallsAnswer, type CallState, type RecordValue } from '@ninefold/model';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAlarm, type Alarm } from '../jobs/alarm.ts';
import type { Caller, Records } from '../records/context/records.ts';
import { createRecords } from '../records/create-records.ts';
import { migrate } from '../records/migrate.ts';
import { applicationOf, PLAIN } from '../records/testing/open-desk.ts';
import type { Database } from '../storage/database/database.ts';
import { startReceiver, type Received, type Receiver } from '../testing/receiver.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { allowedInside } from './inside-addresses.ts';
import { keepCalls } from './keep-calls.ts';
import { createSecretKeeper, createSecrets, secretsFile } from './secrets.ts';

const specification = (address: string) =>
  `ninefold: 1
purpose: { name: shop, languages: [en], currency: EUR }
limits:
  erp: { type: string, value: "${address}" }
  call_days: 10
entities:
  shop: { fields: { name: { type: string, required: true } } }
  order:
    title: name
    fields:
      name: { type: string, required: true }
      open: { type: boolean, default: true }
      size: { type: integer, min: 0 }
      total: { type: money }
      details: { type: json }
      shop: { type: reference, to: shop }
      tags: { type: choices, options: [big, red] }
      secret: { type: string }
      voucher: { type: string, max: 20 }
      paid: { type: boolean }
      given: { type: json }
states:
  order:
    initial: open
    states: { open: {}, sent: {} }
    transitions:
      send: { from: open, to: sent, by: boss, call: tell }
      nudge: { from: any, to: same, by: boss, call: note }
      both: { from: any, to: same, by: boss, call: [note, closed] }
      fail: { from: open, to: sent, by: boss, call: tell, set: { size: = record.size - 1000 } }
    reactions:
      big: { when: record.size > 100, call: note }
      asked_back: { when: record.voucher == "again", call: note }
roles:
  boss: { order: all, shop: all, administrator: true }
  operator: { runtime: [operate], order: { read: record.open, history: record.open, fields: { secret: none } } }
  guest: { order: { read: true, fields: { secret: none } } }
calls:
  out:
    tell:
      method: PUT
      url: = limits.erp + "/orders/" + record.name
      secret: erp_token
      when: record.size > 0
      body:
        name: = record.name
        total: = record.total
        doubled: = record.size * 2
        size: = record.size
        details: = record.details
        shop: = record.shop
        shop_name: = record.shop.name
        tags: = record.tags
        nothing: = record.voucher
        kind: order
      headers: { x-kind: = record.name, x-none: = record.voucher }
      retry: 2
      then: { voucher: "= answer.order.voucher", paid: = answer.paid, given: = answer.order }
    note: { url: = limits.erp + "/notes", body: { name: = record.name, size: = record.size }, retry: 1 }
    closed: { url: = limits.erp + "/closed", body: { secret: = record.secret, name: = record.name }, headers: { x-name: = record.secret } }
`.replace(', administrator: true', '');

let receiver: Receiver;
let db: Database;
let records: Records;
let boss: Caller;
let operator: Caller;
let guest: Caller;
let alarm: Alarm;
let folder: string;
let begin: () => () => Promise<void>;
let end: () => Promise<void>;
const clock = { now: '' };

beforeEach(async () => {
  receiver = await startReceiver();
  const { model } = applicationOf(specification(receiver.address));
  db = await openTestDatabase();
  await migrate(db, model);
  clock.now = new Date().toISOString();
  alarm = createAlarm(() => clock.now);
  records = createRecords(db, model, () => clock.now, { callQueued: alarm.set });
  const caller = async (role: string): Promise<Caller> => {
    const id = await records.addUser({ name: role, email: `${role}@t.test`, language: null, roles: [role] });
    const me = await records.me(id);
    if (!me) throw new Error('nobody');
    return { me, rights: rightsFor(model, me.roles), via: 'call' };
  };
  [boss, operator, guest] = [await caller('boss'), await caller('operator'), await caller('guest')];
  folder = mkdtempSync(join(tmpdir(), 'ninefold-calls-'));
  createSecretKeeper(secretsFile(folder)).set('erp_token', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
  const log = (line: string): void => expect.fail(line);
  const secrets = createSecrets(secretsFile(folder));
  const bounds = { allowed: allowedInside('127.0.0.1') };
  const subscribers = { holderOf: async () => null, secretOf: records.subscriptions.secretOf };
  const parts = { calls: records.calls, model, subscribers, secrets, bounds, clock: () => clock.now, log };
  begin = () => keepCalls(parts, alarm);
  end = begin();
});
afterEach(async () => {
  await end();
  await db.close();
  await receiver.close();
  rmSync(folder, { recursive: true });
});

const make = (body: object): Promise<RecordValue> => records.create(boss, 'order', body, PLAIN);
const fire = (id: string, transition: string): Promise<RecordValue> =>
  records.transition(boss, 'order', { idOrKey: id, transition, body: {} }, PLAIN);
const get = (id: string): Promise<RecordValue> => records.get(boss, 'order', id);
const calls = (state: CallState, by = boss): Promise<Omit<CallsAnswer, 'findings' | 'silent'>> =>
  records.calls.list(by, new URLSearchParams({ state }));
const names = (): readonly string[] =>
  receiver.received.map(({ body }) => `${String(JSON.parse(body)['name'])} ${String(JSON.parse(body)['size'])}`);
const keyOf = ({ headers }: Received): string => String(headers['idempotency-key']);
/** Lets so much time pass that everything that waits is tried. */
const pass = (ms: number): void => {
  clock.now = new Date(Date.parse(clock.now) + ms).toISOString();
  alarm.set(clock.now);
};

test('a call says what was true when it was made, signed, and its answer comes back into the record as the application', async () => {
  receiver.answers((_, response) => void response.end('{"order":{"voucher":"V-1","lines":[1,2]},"paid":true}'));
  const shop = await records.create(boss, 'shop', { name: 'Main' }, PLAIN);
  const { id } = await make({ name: 'A', size: 3, total: '12.50', details: '{"a":[1]}', shop: shop.id, tags: ['red'] });
  await fire(id, 'send');
  await vi.waitFor(async () => expect((await get(id))['voucher']).toBe('V-1'), 30_000);
  const [one, ...more] = receiver.received;
  expect(more).toEqual([]);
  expect(one).toMatchObject({ method: 'PUT', path: '/orders/A', headers: { 'x-kind': 'A' } });
  expect(one?.headers).not.toHaveProperty('x-none');
  expect(JSON.parse(one?.body ?? '')).toEqual({
    ...{ name: 'A', total: '12.50', doubled: '6', size: 3, details: { a: [1] }, shop_name: 'Main' },
    ...{ shop: { id: shop.id }, tags: ['red'], nothing: null, kind: 'order' },
  });
  const signed = new Webhook('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
  expect(() => signed.verify(one?.body ?? '', one?.headers as Record<string, string>)).not.toThrow(); // one value each
  expect(await get(id)).toMatchObject({ paid: true, given: '{"lines":[1,2],"voucher":"V-1"}', changed_by: null });
  const [last] = await records.history(boss, 'order', id);
  expect(last).toMatchObject({ via: 'system', by: null, cause: { kind: 'call', name: 'tell' } });
  const { items, counts } = await calls('made');
  expect(counts).toEqual({ waiting: 0, given_up: 0, made: 1 });
  expect(items).toMatchObject([
    { id: one && keyOf(one), call: 'tell', status: 200, tries: 1, failure: null, record: { id } },
  ]);
  expect(JSON.stringify(await db.read.all('SELECT "headers", "body", "answer" FROM "_call"', []))).not.toContain(
    'MfKQ9r8GKY',
  );
});

test('an answer that makes a further call of its record lets that one go on', async () => {
  receiver.answers((_, response) => void response.end('{"order":{"voucher":"again"}}'));
  const { id } = await make({ name: 'A', size: 3 });
  await fire(id, 'send');
  await vi.waitFor(
    async () => expect((await calls('made')).counts).toEqual({ waiting: 0, given_up: 0, made: 2 }),
    30_000,
  );
  expect(receiver.received.map(({ path }) => path)).toEqual(['/orders/A', '/notes']);
});

test('a write that is refused calls nobody, nor does a record that the call is not for', async () => {
  const { id } = await make({ name: 'A', size: 3 });
  await expect(fire(id, 'fail')).rejects.toMatchObject({ code: 'invalid' });
  const other = await make({ name: 'B', size: 0 });
  await fire(other.id, 'send');
  expect((await calls('waiting')).counts).toEqual({ waiting: 0, given_up: 0, made: 0 });
});

test('while a receiver is down nothing overtakes, each try has the same key, and other records do not wait', async () => {
  receiver.answers(({ body }, response) => void response.writeHead(JSON.parse(body)['name'] === 'A' ? 503 : 200).end());
  const [a, b] = [await make({ name: 'A', size: 1 }), await make({ name: 'B', size: 1 })];
  await fire(a.id, 'nudge');
  await records.update(boss, 'order', { idOrKey: a.id, body: { size: 2 } }, PLAIN);
  await fire(a.id, 'nudge');
  await records.update(boss, 'order', { idOrKey: a.id, body: { size: 200 } }, PLAIN);
  await fire(b.id, 'nudge');
  await vi.waitFor(() => expect(names()).toEqual(expect.arrayContaining(['A 1', 'B 1'])), 30_000);
  await vi.waitFor(
    async () => expect((await calls('waiting')).items.at(-1)).toMatchObject({ tries: 1, status: 503 }),
    30_000,
  );
  expect(names().toSorted()).toEqual(['A 1', 'B 1']);
  receiver.answers((_, response) => void response.end());
  pass(10_000);
  await vi.waitFor(
    async () => expect((await calls('made')).counts).toEqual({ waiting: 0, given_up: 0, made: 4 }),
    30_000,
  );
  expect(names().filter((name) => name.startsWith('A'))).toEqual(['A 1', 'A 1', 'A 2', 'A 200']);
  const keys = receiver.received.filter(({ body }) => body.includes('"A"')).map(keyOf);
  expect(keys[0]).toBe(keys[1]);
  expect(new Set(keys).size).toBe(3);
});

test('what fails too often is given up, the next one goes on, and an operator sends it again with its key', async () => {
  receiver.answers(
    ({ body }, response) => void response.writeHead(JSON.parse(body)['size'] === 1 ? 400 : 200).end('No'),
  );
  const { id } = await make({ name: 'A', size: 1 });
  await fire(id, 'nudge');
  await records.update(boss, 'order', { idOrKey: id, body: { size: 2 } }, PLAIN);
  await fire(id, 'nudge');
  await vi.waitFor(async () => expect((await calls('waiting')).items.at(-1)).toMatchObject({ tries: 1 }), 30_000);
  pass(10_000);
  await vi.waitFor(
    async () => expect((await calls('waiting')).counts).toEqual({ waiting: 0, given_up: 1, made: 1 }),
    30_000,
  );
  expect(names()).toEqual(['A 1', 'A 1', 'A 2']);
  const [dead] = (await calls('given_up')).items;
  expect(dead).toMatchObject({ call: 'note', tries: 2, status: 400, failure: 'refused', content: { answer: 'No' } });
  receiver.answers((_, response) => void response.end());
  expect(await records.calls.again(dead?.id ?? '')).toBe(true);
  await vi.waitFor(async () => expect((await calls('made')).counts).toMatchObject({ given_up: 0, made: 2 }), 30_000);
  expect(receiver.received.map(keyOf).at(-1)).toBe(dead?.id);
  expect(await records.calls.again('nothing')).toBe(false);
});

test('a call whose secret is not set waits for it, however long, and says why', async () => {
  const keeper = createSecretKeeper(secretsFile(folder));
  expect(keeper.remove('erp_token')).toBe(true);
  const { id } = await make({ name: 'A', size: 3 });
  await fire(id, 'send');
  const waits = () =>
    vi.waitFor(
      async () => expect((await calls('waiting')).items).toMatchObject([{ tries: 0, failure: 'secret_not_set' }]),
      30_000,
    );
  await waits();
  for (let round = 0; round < 3; round += 1) pass(60_000);
  await waits();
  expect(receiver.received).toEqual([]);
  keeper.set('erp_token', 'words');
  await vi.waitFor(() => {
    pass(60_000); // a try that began before may still set its next one
    expect(receiver.received).toHaveLength(1);
  }, 30_000);
});

test.each([
  ['no JSON', 'unreadable_answer', 'Thanks'],
  ['what the record refuses', 'not_written', '{"order":{"voucher":"much longer than twenty characters"}}'],
  ['what no field takes', 'not_written', '{"order":{"voucher":{"a":1}},"paid":"perhaps"}'],
])('an answer that is %s leaves the record as it is, and the call is made', async (_, failure, answer) => {
  receiver.answers((__, response) => void response.end(answer));
  const { id } = await make({ name: 'A', size: 3 });
  await fire(id, 'send');
  await vi.waitFor(async () => expect((await calls('made')).items).toMatchObject([{ failure, status: 200 }]), 30_000);
  expect(await get(id)).toMatchObject({ voucher: null, version: 2 });
});

test('operators are shown what was sent of records that they may read, with fields that they may read, and nothing else', async () => {
  const [small, large] = [
    await make({ name: 'Small', size: 1, secret: 'xyz' }),
    await make({ name: 'Large', size: 9, open: false }),
  ];
  await fire(small.id, 'both');
  await fire(large.id, 'both');
  await vi.waitFor(async () => expect((await calls('made')).counts.made).toBe(4), 30_000);
  const { items } = await calls('made', operator);
  const seen = items.map(({ call, record, content }) => [call, record?.title ?? null, content === null]);
  expect(seen.toSorted()).toEqual(
    [
      ['closed', null, true],
      ['closed', 'Small', false],
      ['note', null, true],
      ['note', 'Small', false],
    ].toSorted(),
  );
  expect(JSON.stringify(items)).not.toMatch(/xyz|Large/);
  const partly = items.find(({ call, content }) => call === 'closed' && content !== null);
  expect(partly?.content).toMatchObject({ body: { name: 'Small' }, headers: {}, answer: null, closed: true });

  const sent = (by: Caller, id: string) => records.calls.sent(by, { entity: 'order', idOrKey: id });
  const own = await sent(boss, small.id);
  expect(own.map(({ call, content }) => [call, content?.closed])).toEqual([
    ['closed', false],
    ['note', false],
  ]);
  expect(own[0]?.content?.body).toEqual({ secret: 'xyz', name: 'Small' });
  expect(JSON.stringify(await sent(operator, small.id))).not.toMatch(/xyz/);
  await expect(sent(operator, large.id)).rejects.toMatchObject({ code: 'not_found' });
  await expect(sent(guest, small.id)).rejects.toMatchObject({ code: 'forbidden' });
});

test('what waits for a call that the specification does not have any more is given up, and the next of its record goes on', async () => {
  receiver.answers((_, response) => void response.writeHead(503).end());
  const { id } = await make({ name: 'A', size: 1 });
  await fire(id, 'nudge');
  await records.update(boss, 'order', { idOrKey: id, body: { size: 2 } }, PLAIN);
  await fire(id, 'nudge');
  await vi.waitFor(async () => expect((await calls('waiting')).items.at(-1)).toMatchObject({ tries: 1 }), 30_000);
  await end();
  const first = (await calls('waiting')).items.at(-1);
  await db.write((tx) => tx.run('UPDATE "_call" SET "call" = ? WHERE "id" = ?', ['gone', first?.id ?? '']));
  receiver.answers((_, response) => void response.end());
  alarm = createAlarm(() => clock.now);
  end = begin();
  await vi.waitFor(
    async () => expect((await calls('made')).counts).toEqual({ waiting: 0, given_up: 1, made: 1 }),
    30_000,
  );
  expect((await calls('given_up')).items).toMatchObject([{ id: first?.id, failure: 'unknown_call', tries: 1 }]);
  expect(names()).toEqual(['A 1', 'A 2']);

  await expect(records.calls.again(first?.id ?? '')).rejects.toMatchObject({
    code: 'unknown_out_call',
    params: { name: 'gone' },
  });
  expect((await calls('given_up')).items).toMatchObject([{ id: first?.id }]);
  await db.write((tx) => tx.run(`UPDATE "_call" SET "state" = 'waiting', "next" = ?`, [clock.now]));
  expect(await records.calls.next(await records.calls.kinds())).toBe(clock.now);
  await db.write((tx) => tx.run(`UPDATE "_call" SET "next" = NULL WHERE "call" <> 'gone'`, []));
  expect(await records.calls.next(await records.calls.kinds())).toBeNull(); // or a server would look without end for what it does not take
});

test('what was made is forgotten after its days, and what waits is not', async () => {
  const { id } = await make({ name: 'A', size: 3 });
  await fire(id, 'nudge');
  await vi.waitFor(async () => expect((await calls('made')).counts.made).toBe(1), 30_000);
  receiver.answers(() => undefined);
  await fire(id, 'nudge');
  clock.now = new Date(Date.parse(clock.now) + 11 * 86_400_000).toISOString();
  await records.calls.trim();
  expect((await calls('made')).counts).toEqual({ waiting: 1, given_up: 0, made: 0 });
});
