// What programs want to be told of: asked for by a key, told as far as the key reads, in order, held, sent again and ended.
import type {
  AuditAnswer,
  EventMessage,
  KeyMade,
  RecordValue,
  SubscriptionAnswer,
  SubscriptionMade,
} from '@ninefold/model';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { keepCalls } from '../calls/keep-calls.ts';
import { keepEvents } from '../calls/keep-events.ts';
import type { Answer, Browser } from '../testing/browser.ts';
import { newId } from '../uuid.ts';
import { startReceiver, type Received, type Receiver } from '../testing/receiver.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const ADDRESS = '/_/subscriptions';

let desk: Desk;
let receiver: Receiver;
let dan: Browser;
let ada: Browser;
let cleo: Browser;
let end: () => Promise<void>;
beforeAll(async () => {
  desk = await startDesk({ callsInside: '127.0.0.1' });
  dan = await desk.signedIn('dan@example.com');
  [ada, cleo] = [await desk.signedIn('ada@example.com'), await desk.signedIn('cleo@example.com')];
  const { records, holderOf, clock, application, secrets, callsInside, callAlarm, eventAlarm } = desk.service;
  const { calls, subscriptions } = records;
  const log = (line: string): void => expect.fail(line);
  const bounds = { allowed: callsInside };
  const subscribers = { holderOf, secretOf: subscriptions.secretOf };
  const endCalls = keepCalls({ calls, model: application.model, subscribers, secrets, bounds, clock, log }, callAlarm);
  const endEvents = keepEvents({ subscriptions, holderOf, follow: desk.database.follow, log }, eventAlarm);
  end = async () => {
    await endEvents();
    await endCalls();
  };
});
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  for (const { id } of await desk.database.read.all('SELECT "id" FROM "_subscription"', []))
    await desk.service.records.subscriptions.remove(String(id), () => undefined);
  await receiver.close();
});
afterAll(async () => {
  await end();
  await desk.close();
});

/** A program with a key of this person. */
async function program(email: string, role: string) {
  const user = await desk.service.records.userByEmail(email);
  const body = { name: `Sync of ${role}`, role, days: 30, user };
  const { secret, key } = (await dan.call('POST', '/_/keys', { body })).json as KeyMade;
  const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, sent?: object): Promise<Answer> =>
    desk.browser().call(method, url, {
      xsrf: false,
      headers: { authorization: `Bearer ${secret}` },
      ...(sent === undefined ? {} : { body: sent }),
    });
  const subscribe = async (wanted: object): Promise<SubscriptionMade> => {
    const answer = await call('POST', ADDRESS, { entity: 'note', url: `${receiver.address}/hook`, ...wanted });
    expect(answer.status).toBe(201);
    return answer.json as SubscriptionMade;
  };
  return { key, call, subscribe };
}

const messageIn = ({ body }: Received): EventMessage => JSON.parse(body) as EventMessage;
const types = (): readonly string[] => receiver.received.map((one) => messageIn(one).type);
const told = (count: number): Promise<void> =>
  vi.waitFor(() => expect(receiver.received.length).toBeGreaterThanOrEqual(count), 30_000);
const made = async (browser: Browser, body: object): Promise<RecordValue> =>
  (await browser.call('POST', '/api/note', { body })).json as RecordValue;
const change = (browser: Browser, id: string, body: object): Promise<Answer> =>
  browser.call('PATCH', `/api/note/${id}`, { body });

test('a program is told what happens, signed, in order, with the record as its key reads it', async () => {
  const { subscribe } = await program('ada@example.com', 'writer');
  const { secret } = await subscribe({ events: ['created', 'changed', 'deleted'], transitions: ['finish'] });
  const { id } = await made(ada, { subject: 'Mine', amount: 3 });
  await told(1);
  await made(await desk.signedIn('bo@example.com'), { subject: 'Of somebody else' });
  await change(cleo, id, { secret: 'not for writers' });
  await change(cleo, id, { subject: 'Ours', secret: 'still not' });
  await ada.call('POST', `/api/note/${id}/finish`, { body: {} });
  await cleo.call('DELETE', `/api/note/${id}`);
  await told(4);
  const [first] = receiver.received;
  expect(types()).toEqual(['note.created', 'note.changed', 'note.finish', 'note.deleted']);
  expect(first && messageIn(first)).toMatchObject({
    timestamp: expect.stringMatching(/^2026-03-05T09:00:0\d\.000Z$/),
    data: { entity: 'note', id, version: 1, transition: null, record: { id } },
  });
  const [, changed, finished, deleted] = receiver.received.map(messageIn);
  expect(changed?.data).toMatchObject({ changed: ['subject'], version: 3 });
  expect(finished?.data).toMatchObject({ transition: 'finish', changed: ['state'] });
  expect(deleted?.data).toMatchObject({ id, record: null });
  expect(receiver.received.map(({ body }) => body).join('')).not.toMatch(/not for writers|still not|somebody else/);
  const signed = new Webhook(secret);
  for (const { body, headers } of receiver.received)
    expect(() => signed.verify(body, { ...(headers as Record<string, string>) })).not.toThrow('signature');
  expect(JSON.stringify(await desk.database.read.all('SELECT * FROM "_subscription"', []))).not.toContain(secret);
});

test('a condition narrows, other transitions are changes, and what data and presses do is not told', async () => {
  const { subscribe } = await program('cleo@example.com', 'boss');
  await subscribe({ events: ['changed'], where: 'record.amount > 5' });
  const [small, large] = [
    await made(ada, { subject: 'Small', amount: 1 }),
    await made(ada, { subject: 'Large', amount: 9 }),
  ];
  await change(ada, small.id, { subject: 'Still small' });
  await ada.call('POST', `/api/note/${large.id}/finish`, { body: {} });
  await told(1);
  await change(cleo, small.id, { amount: 7 });
  await told(2);
  expect(receiver.received.map((one) => [messageIn(one).type, messageIn(one).data.id])).toEqual([
    ['note.changed', large.id],
    ['note.changed', small.id],
  ]);
});

test('what happened to a record is told in the order of its versions, however many wait and whenever each write began', async () => {
  const [one, other] = [await made(ada, { subject: 'One' }), await made(ada, { subject: 'Other' })];
  const { subscribe } = await program('cleo@example.com', 'boss');
  await subscribe({ events: ['changed'] });
  const at = desk.service.clock();
  const event = (place: string, record: string, [kind, version]: readonly [kind: string, version: number]) => [
    `${place}${newId(at).slice(place.length)}`,
    ...['note', record, at, kind, null, '["subject"]', version],
  ];
  await desk.database.write(async (tx) => {
    const rest = Array.from({ length: 99 }, (_, index) => event('1', other.id, ['restored', index + 2]));
    for (const values of [event('0', one.id, ['changed', 3]), ...rest, event('2', one.id, ['changed', 2])])
      await tx.run('INSERT INTO "_event" VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL)', values);
  });
  desk.service.eventAlarm.set(at);
  await told(2);
  expect(receiver.received.map((received) => messageIn(received).data.version)).toEqual([2, 3]);
});

test('what is paused waits; what was sent is sent again from a moment on, in order, with the same keys', async () => {
  const { subscribe, call } = await program('cleo@example.com', 'boss');
  const { subscription } = await subscribe({ events: ['created', 'changed'] });
  const at = `${ADDRESS}/${subscription.id}`;
  const { id, created_at: begun } = await made(ada, { subject: 'One' });
  await told(1);
  expect((await call('PATCH', at, { paused: true })).json).toMatchObject({ paused: true });
  desk.wait(2000); // less than an alarm waits
  await change(ada, id, { subject: 'Two' });
  const counts = async () => ((await call('GET', ADDRESS)).json as { items: SubscriptionAnswer[] }).items[0]?.counts;
  await vi.waitFor(async () => expect(await counts()).toEqual({ waiting: 1, given_up: 0, made: 1 }), 30_000);
  expect(types()).toEqual(['note.created']);
  expect((await dan.call('PATCH', at, { body: { paused: false } })).status).toBe(200);
  await told(2);
  await vi.waitFor(async () => expect(await counts()).toEqual({ waiting: 0, given_up: 0, made: 2 }), 30_000);
  const replay = (from: string) => call('POST', `${at}/replay`, { from });
  const later = new Date(Date.parse(String(begun)) + 1000).toISOString();
  expect((await replay(later)).json).toEqual({ count: 1 });
  await told(3);
  await vi.waitFor(async () => expect(await counts()).toMatchObject({ waiting: 0 }), 30_000);
  expect((await replay('2026-03-05T08:00:00.000Z')).json).toEqual({ count: 2 });
  await told(5);
  expect(types()).toEqual(['note.created', 'note.changed', 'note.changed', 'note.created', 'note.changed']);
  const keys = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(keys).toEqual([keys[0], keys[1], keys[1], keys[0], keys[1]]);
  expect((await replay('2026-02-25T09:00:00.000Z')).json).toMatchObject({
    errors: [{ path: 'from', code: 'too_early' }],
  });
  expect((await replay('soon')).status).toBe(422);
});

test('a key that has ended is told nothing, and takes its subscriptions with it', async () => {
  const { subscribe, key } = await program('cleo@example.com', 'boss');
  receiver.answers((_, response) => void response.writeHead(503).end());
  await subscribe({ events: ['created'] });
  await made(ada, { subject: 'One' });
  await told(1);
  expect((await dan.call('DELETE', `/_/keys/${key.id}`)).status).toBe(204);
  for (const table of ['_subscription', '_call'])
    await vi.waitFor(
      async () => expect(await desk.database.read.all(`SELECT * FROM "${table}"`, [])).toEqual([]),
      30_000,
    );
  await made(ada, { subject: 'Two' });
  expect(await desk.database.read.all('SELECT * FROM "_event"', [])).toEqual([]);
});

test('programs ask only for what they may read and can be sent, each for itself', async () => {
  const { call, subscribe } = await program('ada@example.com', 'writer');
  const refused = async (body: object): Promise<unknown> => {
    const { status, json } = await call('POST', ADDRESS, { entity: 'note', url: receiver.address, ...body });
    const { code, errors = [] } = json as { code: string; errors?: { path: string; code: string }[] };
    return [status, code, ...errors.map((one) => `${one.path} ${one.code}`)];
  };
  expect(await refused({})).toEqual([422, 'invalid', 'events required']);
  expect(await refused({ events: ['lost'] })).toEqual([422, 'invalid', 'events bad_option']);
  expect(await refused({ transitions: ['explode'] })).toEqual([422, 'invalid', 'transitions bad_option']);
  expect(await refused({ events: 'created' })).toEqual([422, 'invalid', 'events bad_type']);
  expect(await refused({ events: ['created'], url: 'ftp://a.example' })).toEqual([422, 'invalid', 'url bad_url']);
  for (const url of ['http://10.1.2.3/a', 'http://[::1]/', 'http://printer/', 'https://wiki.corp.internal/'])
    expect(await refused({ events: ['created'], url })).toEqual([422, 'invalid', 'url inside_address']);
  expect(await refused({ events: ['created'], nothing: 1 })).toEqual([422, 'invalid', 'nothing unknown_field']);
  expect(await refused({ events: ['created'], where: 'record.secret == "x"' })).toEqual([400, 'bad_where']);
  expect(await refused({ events: ['created'], entity: 'ledger' })).toEqual([403, 'forbidden']);
  expect(await refused({ events: ['created'], entity: 'nothing' })).toEqual([404, 'unknown_entity']);
  const body = { entity: 'note', events: ['created'], url: receiver.address };
  expect((await dan.call('POST', ADDRESS, { body })).json).toMatchObject({ code: 'by_key_only' });
  expect((await cleo.call('GET', ADDRESS)).status).toBe(403);
  const { subscription } = await subscribe({ events: ['created'] });
  const other = await program('cleo@example.com', 'boss');
  expect((await other.call('GET', ADDRESS)).json).toEqual({ items: [] });
  expect((await other.call('DELETE', `${ADDRESS}/${subscription.id}`)).status).toBe(404);
  expect((await call('DELETE', `${ADDRESS}/${subscription.id}`)).status).toBe(204);
  for (let count = 0; count < 20; count += 1) await subscribe({ events: ['created'] });
  expect(await refused({ events: ['created'] })).toEqual([409, 'too_many_subscriptions']);
});

test('who makes, pauses, replays and deletes a subscription stands in the audit log, without what may be a secret', async () => {
  const { subscribe, call } = await program('ada@example.com', 'writer');
  const { subscription } = await subscribe({
    events: ['created'],
    url: `${receiver.address}/hook?token=of-the-receiver`,
  });
  const at = `${ADDRESS}/${subscription.id}`;
  await call('PATCH', at, { paused: true });
  await call('PATCH', at, { paused: true });
  await dan.call('PATCH', at, { body: { paused: false } });
  await call('POST', `${at}/replay`, { from: '2026-03-05T08:00:00.000Z' });
  await dan.call('DELETE', at);
  const { text, json } = await dan.call('GET', '/_/audit');
  const { items } = json as AuditAnswer;
  const own = items.filter(({ act }) => act.startsWith('subscription_')).slice(0, 5);
  expect(own.toReversed().map(({ act, by, about }) => [act, by?.title, about?.title])).toEqual([
    ['subscription_made', 'Ada Writer', 'Ada Writer'],
    ['subscription_paused', 'Ada Writer', 'Ada Writer'],
    ['subscription_resumed', 'Dan Admin', 'Ada Writer'],
    ['subscription_replayed', 'Ada Writer', 'Ada Writer'],
    ['subscription_ended', 'Dan Admin', 'Ada Writer'],
  ]);
  const told = { key: 'Sync of writer', entity: 'note', host: new URL(receiver.address).host };
  expect(own[0]?.details).toEqual(told);
  expect(own[1]?.details).toEqual({ ...told, since: '2026-03-05T08:00:00.000Z' });
  expect(text).not.toContain('of-the-receiver');
});

test('what waits for a key whose role is gone is given up, and operators see to which host it went and nothing of it', async () => {
  const { subscribe, call } = await program('cleo@example.com', 'boss');
  const { subscription } = await subscribe({ events: ['created'] });
  await call('PATCH', `${ADDRESS}/${subscription.id}`, { paused: true });
  await made(ada, { subject: 'Words of a record' });
  const log = async (state: string) => (await dan.call('GET', `/_/operate/calls?state=${state}`)).text;
  await vi.waitFor(async () => expect(await log('waiting')).toContain(`"subscriber":"127.0.0.1:`), 30_000);
  expect(JSON.parse(await log('waiting'))).toMatchObject({ items: [{ next: null, paused: true }] });
  const user = await desk.service.records.userByEmail('cleo@example.com');
  await dan.call('PATCH', `/api/user/${user ?? ''}`, { body: { roles: [] } });
  expect((await dan.call('GET', ADDRESS)).json).toMatchObject({ items: [{ paused: true, usable: false }] });
  await dan.call('PATCH', `${ADDRESS}/${subscription.id}`, { body: { paused: false } });
  await vi.waitFor(async () => expect(await log('given_up')).toContain('key_ended'), 30_000);
  expect(await log('given_up')).not.toContain('Words of a record');
  expect(receiver.received).toEqual([]);
  desk.wait(8 * 86_400_000);
  await desk.service.records.calls.trim();
  expect(await desk.database.read.all('SELECT "id" FROM "_call"', [])).toEqual([]);
});
