// Incoming calls: who may make them, what they do, that they are done once, and what operators see of them.
import type { CallsAnswer, HistoryEntry, InCallAnswer, InCallsAnswer, ListAnswer, RecordValue } from '@ninefold/model';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compile } from '@ninefold/spec';
import { createSecretKeeper, secretsFile } from '../calls/secrets.ts';
import type { Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: shop, languages: [en] }
limits: { in_call_bytes: 2000, in_calls_per_minute: 40, other: { type: reference, to: kind, value: Other } }
entities:
  kind: { key: name, title: name, fields: { name: { type: string, required: true, unique: true }, open: { type: boolean, default: true } } }
  order:
    key: number
    title: number
    fields:
      number: { type: sequence, pattern: 'O-{0000}' }
      subject: { type: string, required: true, max: 20 }
      code: { type: integer }
      tries: { type: integer, default: 0 }
      buyer: { type: reference, to: user }
      urgent: { type: boolean }
      kind: { type: reference, to: kind }
      price: { type: integer, min: 0 }
      note: { type: text }
      lines: { type: lines, fields: { item: { type: string, required: true }, qty: { type: integer } } }
  job: { fields: { name: { type: string }, pay: { type: integer, default: 5 }, owner: { type: reference, to: user }, kind: { type: reference, to: kind } } }
states:
  job:
    initial: a
    states: { a: {}, b: {} }
    transitions: { go: { from: a, to: b, by: clerk, when: record.owner == user }, lapse: { from: a, to: b, after: = days(3) }, bare: { from: a, to: b }, on: { from: a, to: same, by: clerk }, say: { from: a, to: same, by: clerk, input: { why: { type: string } } } }
  job.sent: { initial: x, states: { x: {}, y: {} }, transitions: { send: { from: x, to: y, by: clerk } } }
  order:
    initial: open
    states: { open: {}, waiting: { kind: waiting }, done: { kind: done } }
    transitions:
      wait: { from: open, to: waiting, by: [boss, clerk] }
      resume: { from: waiting, to: open, by: [boss, clerk], input: { why: { type: string, required: true, max: 10 } }, set: { note: = input.why } }
      finish: { from: open, to: done, by: boss }
      open_up: { from: open, to: done, by: [boss, clerk], input: { pin: { type: string, required: true } }, when: input.pin == "1234", on_refusal: { set: { tries: = record.tries + 1 } } }
rules:
  order: { dear: { reject_when: record.price > 1000, severity: warning, message: Dear }, no_bad: { check: '!contains(record.subject, "bad")', message: No } }
roles:
  boss: { order: all, kind: all, user: { refer: true } }
  clerk:
    order: { read: 'record.subject != "hidden"', create: true, update: record.state == "open", fields: { price: read } }
    kind: { read: record.open }
    user: { refer: true, fields: { email: read } }
    job: { read: true, create: true, update: record.owner == user, fields: { sent: none, pay: none } }
  owner: { job: { read: record.owner == user, create: true } }
  administrator: { runtime: [users, operate], user: { read: true, update: true, grant: [boss] } }
calls:
  in:
    mail: { creates: order, secret: mail_word, key: = body.id, map: { subject: = body.title, kind: = limits.other, price: = body.price, lines: = body.lines } }
    plain: { creates: order, was: simple, secret: mail_word, map: { subject: = body.title } }
    asked: { creates: order, secret: mail_word, as: clerk, map: { subject: = body.title, kind: = body.kind, note: '="From " + body.who', lines: [{ item: = body.item, qty: 2 }] } }
    priced: { creates: order, secret: mail_word, as: clerk, map: { subject: = body.title, price: = body.price } }
    noted: { updates: order, find: record.number == body.number, secret: mail_word, map: { note: '= or_else(record.note, "") + body.text' } }
    coded: { updates: order, find: record.code == body.code && record.urgent == body.urgent, secret: mail_word, map: { note: found } }
    clerks: { updates: order, find: record.subject == body.subject, as: clerk, secret: mail_word, map: { note: = body.text } }
    back: { updates: order, find: record.number == body.number, fires: resume, secret: mail_word, map: { why: = body.why } }
    back_as: { updates: order, find: record.number == body.number, fires: resume, as: clerk, secret: mail_word, key: = body.id, map: { why: = body.why } }
    end_as: { updates: order, find: record.number == body.number, fires: finish, as: clerk, secret: mail_word, map: {} }
    pin: { updates: order, find: record.number == body.number, fires: open_up, secret: mail_word, map: { pin: = body.pin } }
    pin_as: { updates: order, find: record.number == body.number, fires: open_up, as: clerk, secret: mail_word, map: { pin: = body.pin } }
    bought: { creates: order, as: clerk, secret: mail_word, map: { subject: bought, buyer: = body.from } }
    j_update: { updates: job, find: record.name == body.name, as: clerk, secret: mail_word, map: { name: x } }
    j_go: { updates: job, find: record.name == body.name, fires: go, as: clerk, secret: mail_word, map: {} }
    j_lapse: { updates: job, find: record.name == body.name, fires: lapse, as: clerk, secret: mail_word, map: {} }
    j_bare: { updates: job, find: record.name == body.name, fires: bare, as: clerk, secret: mail_word, map: {} }
    j_send: { updates: job, find: record.name == body.name, fires: send, as: clerk, secret: mail_word, map: {} }
    j_read: { updates: job, find: record.name == body.name, as: owner, secret: mail_word, map: { name: x } }
    j_kind: { creates: job, as: owner, secret: mail_word, map: { name: x, kind: = body.kind } }
    j_limit: { creates: job, as: owner, secret: mail_word, map: { name: x, kind: = limits.other } }
    j_paid: { updates: job, find: record.name == body.name && record.pay < 6, fires: on, as: clerk, secret: mail_word, map: {} }
    j_copy: { updates: job, find: record.name == body.name, fires: say, as: clerk, secret: mail_word, map: { why: = text(record.pay) } }
    j_on: { updates: job, find: record.name == body.name, fires: on, as: clerk, secret: mail_word, map: {} }
    j_made: { creates: job, as: owner, secret: mail_word, map: { name: one } }
    shut: { creates: order, secret: never_set, map: { subject: = body.title } }
`;
const WORD = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

let desk: Desk;
let boss: Browser;
let administrator: Browser;
beforeAll(async () => {
  desk = await startDesk({
    files: [
      { path: 'app.yaml', text: SPECIFICATION },
      { path: 'data/kind.csv', text: 'name\nOther\n' },
    ],
  });
  createSecretKeeper(secretsFile(desk.place.data)).set('mail_word', WORD);
  [boss, administrator] = [await desk.signedIn('cleo@example.com'), await desk.signedIn('dan@example.com')];
});
afterAll(() => desk.close());

interface Answered {
  readonly status: number;
  readonly json: InCallAnswer & {
    readonly code?: string;
    readonly params?: object;
    readonly errors?: readonly { readonly path: string; readonly code: string }[];
  };
}

async function post(name: string, payload: string, headers: Readonly<Record<string, string>>): Promise<Answered> {
  const { statusCode, body } = await desk.app.inject({
    ...{ method: 'POST', url: `/_/in/${name}`, payload },
    headers: { 'content-type': 'application/json', ...headers },
  });
  return { status: statusCode, json: JSON.parse(body) as Answered['json'] };
}

const send = (name: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answered> => {
  desk.wait(61_000); // a new minute: what was counted is forgotten
  return post(name, JSON.stringify(body), { authorization: `Bearer ${WORD}`, ...headers });
};
const get = async (id: string): Promise<RecordValue> =>
  (await boss.call('GET', `/api/order/${id}`)).json as RecordValue;
const make = async (body: object): Promise<RecordValue> =>
  (await boss.call('POST', '/api/order', { body })).json as RecordValue;
const historyOf = async (id: string): Promise<readonly HistoryEntry[]> =>
  ((await boss.call('GET', `/api/order/${id}/history`)).json as { items: readonly HistoryEntry[] }).items;
const count = async (where: string): Promise<unknown> =>
  ((await boss.call('GET', `/api/order?total=exact&where=${encodeURIComponent(where)}`)).json as ListAnswer).total;
const logged = async (state: string): Promise<InCallsAnswer> =>
  (await administrator.call('GET', `/_/operate/in-calls?state=${state}`)).json as InCallsAnswer;

test('what the checker says a role may never do is refused, and it is not said of what goes', async () => {
  const { issues } = compile([{ path: 'app.yaml', text: SPECIFICATION }]);
  const said = issues.filter(({ id }) => id === 'NF0443').map(({ line }) => SPECIFICATION.split('\n')[line - 1]);
  const names = said.map((text = '') => text.trim().split(':')[0] ?? '');
  const refused = [
    'j_update',
    'j_go',
    'j_lapse',
    'j_bare',
    'j_send',
    'j_read',
    'j_kind',
    'j_limit',
    'j_paid',
    'j_copy',
  ];
  expect(names).toEqual(['priced', 'end_as', ...refused]);
  expect((await send('j_made', {})).status).toBe(200);
  const body = { name: 'one', kind: 'Other' };
  const answers: number[] = [];
  for (const name of refused) answers.push((await send(name, body)).status);
  expect(answers.filter((status) => status < 400)).toEqual([]);
  expect((await send('j_on', body)).status).toBe(200);
});

test('a call creates a record as the application, and its history says which one', async () => {
  const lines = [{ item: 'Pen', qty: 3 }, { item: 'Ink' }];
  const { status, json } = await send('mail', { id: 'm-1', title: 'Paper', price: '5', lines });
  expect([status, json.entity]).toEqual([200, 'order']);
  const order = await get(json.id);
  expect(order).toMatchObject({ subject: 'Paper', kind: { title: 'Other' }, price: 5, created_by: null });
  expect(order['lines']).toMatchObject([
    { item: 'Pen', qty: 3 },
    { item: 'Ink', qty: null },
  ]);
  const [entry] = await historyOf(json.id);
  expect(entry).toMatchObject({ by: null, via: 'system', cause: { kind: 'in_call', name: 'mail' } });
});

test('the same key is done once and answered the same, also at once, also with something else', async () => {
  const first = await send('mail', { id: 'm-2', title: 'Once' });
  const others = await Promise.all(['Once', 'Twice', 'Once'].map((title) => send('mail', { id: 'm-2', title })));
  expect(others.map(({ json }) => json)).toEqual([first.json, first.json, first.json]);
  const atOnce = await Promise.all(['a', 'b', 'c', 'd'].map((title) => send('mail', { id: 'm-3', title })));
  expect(new Set(atOnce.map(({ json }) => json.id)).size).toBe(1);
  expect(await count('record.subject == "Once" || record.subject == "Twice"')).toBe(1);
  expect(await send('mail', { title: 'No key' })).toMatchObject({ status: 422, json: { code: 'no_call_key' } });
  expect(await send('mail', { id: { a: 1 }, title: 'No key' })).toMatchObject({ json: { code: 'no_call_key' } });
});

test('without a key of its own, that of a header counts', async () => {
  const [a, b, c] = [
    await send('plain', { title: 'Header' }, { 'idempotency-key': '"h-1"' }),
    await send('plain', { title: 'Header' }, { 'idempotency-key': 'h-1' }),
    await send('plain', { title: 'Header' }),
  ];
  expect(b.json).toEqual(a.json);
  expect(c.json.id).not.toBe(a.json.id);
  expect((await send('simple', { title: 'Header' }, { 'idempotency-key': 'h-1' })).json).toEqual(a.json); // its former name
  expect(await send('plain', { title: 'x' }, { 'idempotency-key': 'h 1' })).toMatchObject({ status: 400 });
});

test('a refusal changes nothing, is told with its reason, and is not remembered', async () => {
  const refused = await send('mail', { id: 'm-4', title: 'much too long for its field', price: -1 });
  expect(refused).toMatchObject({ status: 422, json: { code: 'invalid' } });
  expect(refused.json.errors?.map(({ path, code }) => [path, code])).toEqual([
    ['subject', 'too_long'],
    ['price', 'too_small'],
  ]);
  expect(await send('mail', { id: 'm-4', title: 'bad' })).toMatchObject({ json: { code: 'invalid' } });
  expect((await send('mail', { id: 'm-4', title: 'Right', price: 5000 })).status).toBe(200); // a warning stops nothing
  const { items } = await logged('refused');
  expect(items[0]).toMatchObject({ call: 'mail', code: 'invalid', problems: [{ code: 'order.no_bad' }], record: null });
  expect(items[1]).toMatchObject({
    problems: [
      { path: 'subject', code: 'too_long' },
      { path: 'price', code: 'too_small' },
    ],
  });
  expect(JSON.stringify(items)).not.toContain('much');
});

test('nobody without the secret: neither none, a wrong one, nor a wrong or old signature', async () => {
  const before = await count('true');
  const payload = JSON.stringify({ id: 'm-5', title: 'Forged' });
  const now = new Date(desk.service.clock());
  const signed = (id: string, at: Date, body: string): Readonly<Record<string, string>> => ({
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(WORD).sign(id, at, body),
  });
  const wrong = [
    {},
    { authorization: 'Bearer ' },
    { authorization: `Bearer ${WORD}x` },
    { authorization: `Basic ${WORD}` },
    signed('w-1', now, `${payload} `),
    { ...signed('w-1', now, payload), 'webhook-id': 'w-2' },
    { ...signed('w-1', now, payload), 'webhook-timestamp': '1' },
    { 'webhook-id': 'w-1', 'webhook-signature': 'v1,', 'webhook-timestamp': 'x' },
  ];
  for (const headers of wrong)
    expect(await post('mail', payload, headers)).toMatchObject({ status: 401, json: { code: 'wrong_secret' } });
  for (const minutes of [-6, 6]) {
    const at = new Date(now.getTime() + minutes * 60_000);
    expect(await post('mail', payload, signed('w-1', at, payload))).toMatchObject({
      ...{ status: 401, json: { code: 'wrong_signature_time', params: { minutes: 5 } } },
    });
  }
  expect(await count('true')).toBe(before);
  const [late, bad] = (await logged('refused')).items;
  expect([late?.code, late?.times, bad?.code, bad?.times]).toEqual(['wrong_signature_time', 2, 'wrong_secret', 8]);
  expect(await post('mail', payload, signed('w-3', now, payload))).toMatchObject({ status: 200 });
  const plain = JSON.stringify({ title: 'Signed' });
  const [a, b] = [
    await post('plain', plain, signed('w-4', now, plain)),
    await post('plain', plain, signed('w-4', now, plain)),
  ];
  expect([a?.status, b?.json.id]).toEqual([200, a?.json.id]);
});

test('operators are told which secret is not set, in their language, as it is now', async () => {
  const found = async (language: string): Promise<CallsAnswer['findings']> =>
    ((await administrator.call('GET', `/_/operate/calls?lng=${language}`)).json as CallsAnswer).findings;
  expect(await found('en')).toMatchObject([
    {
      id: 'NF0445',
      severity: 'warning',
      message: 'The secret never_set of the call shut is not set in this installation.',
    },
  ]);
  expect((await found('ja')).map(({ message }) => message)).toEqual([expect.stringContaining('never_set')]);
  const keeper = createSecretKeeper(secretsFile(desk.place.data));
  keeper.set('never_set', WORD);
  expect(await found('en')).toEqual([]);
  keeper.remove('never_set');
  expect(await found('en')).toHaveLength(1);
});

test('a call whose secret is not set is closed, and one that there is not is not found', async () => {
  expect(await send('shut', { title: 'x' })).toMatchObject({ status: 503, json: { code: 'secret_not_set' } });
  for (const name of ['nothing', '__proto__', 'constructor'])
    expect(await send(name, {})).toMatchObject({ status: 404, json: { code: 'unknown_in_call' } });
  const other = await desk.app.inject({ method: 'GET', url: '/_/in/mail' });
  expect(other.statusCode).toBe(405);
});

test('what is no JSON object, or too large, or of another type, is refused', async () => {
  const word = { authorization: `Bearer ${WORD}` };
  const of = async (payload: string, headers: Readonly<Record<string, string>> = {}) => {
    const { status, json } = await post('mail', payload, { ...word, ...headers });
    return [status, json.code];
  };
  expect(await of('{')).toEqual([400, 'not_json']);
  expect(await of('[]')).toEqual([400, 'bad_request']);
  expect(await of('')).toEqual([400, 'not_json']);
  expect(await of(JSON.stringify({ id: 'x', title: 'y'.repeat(2000) }))).toEqual([413, 'too_large']);
  expect(await of('title=x', { 'content-type': 'application/x-www-form-urlencoded' })).toEqual([
    415,
    'wrong_media_type',
  ]);
});

test('with a role a call reaches its rows, its fields and its transitions, and no others', async () => {
  await boss.call('POST', '/api/kind', { body: { name: 'Closed', open: false } });
  const made = await send('asked', { title: 'Asked', kind: 'Other', who: 'Ann', item: 'Pen' });
  expect(await get(made.json.id)).toMatchObject({
    kind: { title: 'Other' },
    note: 'From Ann',
    lines: [{ item: 'Pen', qty: 2 }],
  });
  expect(await send('asked', { title: 'Asked', kind: 'Closed', item: 'Pen' })).toMatchObject({
    json: { code: 'invalid', errors: [{ path: 'kind', code: 'no_such_record' }] },
  });
  expect(await send('priced', { title: 'Asked', price: 5 })).toMatchObject({ json: { code: 'forbidden_field' } });
  await make({ subject: 'hidden' });
  expect(await send('clerks', { subject: 'hidden', text: 'x' })).toMatchObject({
    status: 404,
    json: { code: 'not_found' },
  });
  const shown = await make({ subject: 'shown' });
  expect((await send('clerks', { subject: 'shown', text: 'x' })).status).toBe(200);
  await boss.call('POST', `/api/order/${shown.id}/wait`, { body: {} });
  expect(await send('clerks', { subject: 'shown', text: 'y' })).toMatchObject({ json: { code: 'forbidden' } });
  expect(await get(shown.id)).toMatchObject({ note: 'x' });
  expect(await send('end_as', { number: shown['number'] })).toMatchObject({ json: { code: 'not_your_role' } });
});

test('exactly one record is found, and never by a blank; numbers and flags are compared as such', async () => {
  const [a, b] = [await make({ subject: 'twin', code: 7, urgent: true }), await make({ subject: 'twin', code: 8 })];
  expect(await send('clerks', { subject: 'twin', text: 'x' })).toMatchObject({
    status: 409,
    json: { code: 'several_found' },
  });
  expect(await send('clerks', { text: 'x' })).toMatchObject({ json: { code: 'not_found' } });
  expect((await send('coded', { code: 7, urgent: true })).json.id).toBe(a.id);
  expect((await send('coded', { code: '8', urgent: 'false' })).json.id).toBe(b.id);
  for (const code of [9, 'x', null, [7], { a: 7 }, true, 1e40])
    expect(await send('coded', { code, urgent: true })).toMatchObject({ status: 404 });
  expect(await send('coded', { code: 7 })).toMatchObject({ status: 404 });
  await boss.call('DELETE', `/api/order/${a.id}`);
  expect(await send('coded', { code: 7, urgent: true })).toMatchObject({ status: 404 });
});

test.each(['pin', 'pin_as'])(
  'what a transition leaves where it is refused is left by %s, and nothing else',
  async (name) => {
    const { id, number } = await make({ subject: 'Safe' });
    for (const pin of ['1', '2', null]) expect((await send(name, { number, pin })).status).toBeGreaterThanOrEqual(400);
    expect(await get(id)).toMatchObject({ state: 'open', tries: 3, changed_by: null });
    const [last] = await historyOf(id);
    expect(last).toMatchObject({ kind: 'refuse', transition: 'open_up', cause: { kind: 'in_call', name } });
    expect((await send(name, { number: 'O-0', pin: '1' })).status).toBe(404);
    expect((await send(name, { number, pin: '1234' })).status).toBe(200);
    expect(await get(id)).toMatchObject({ state: 'done', tries: 3 });
  },
);

test('a person is known by their e-mail address however it is written', async () => {
  const { status, json } = await send('bought', { from: 'Cleo@Example.com' });
  expect(status).toBe(200);
  expect(await get(json.id)).toMatchObject({ buyer: { title: 'Cleo Boss' } });
});

test('a record that is found is changed, or fires a transition with its form answered', async () => {
  const order = await make({ subject: 'Change', note: 'One, ' });
  const { number } = order;
  await send('noted', { number, text: 'two' });
  expect(await get(order.id)).toMatchObject({ note: 'One,two', version: 2, changed_by: null });
  expect(await send('back', { number, why: 'paid' })).toMatchObject({ status: 409, json: { code: 'wrong_state' } });
  for (const name of ['back', 'back_as']) {
    await boss.call('POST', `/api/order/${order.id}/wait`, { body: {} });
    expect(await send(name, { id: '1', number })).toMatchObject({
      json: { errors: [{ path: 'input.why', code: 'required' }] },
    });
    expect(await send(name, { id: '1', number, why: `by ${name}` })).toMatchObject({ status: 200 });
    expect(await get(order.id)).toMatchObject({ note: `by ${name}`, state: 'open' });
    const [entry] = await historyOf(order.id);
    expect(entry).toMatchObject({ transition: 'resume', by: null, cause: { kind: 'in_call', name } });
  }
});

test('a call that comes too often waits, and so does who guesses', async () => {
  desk.wait(61_000);
  const word = { authorization: `Bearer ${WORD}` };
  const payload = JSON.stringify({ title: 'x' });
  const statuses: number[] = [];
  for (let index = 0; index < 42; index += 1) statuses.push((await post('plain', payload, word)).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(40);
  expect(statuses.slice(40)).toEqual([429, 429]);
  const [first] = (await logged('refused')).items;
  expect([first?.code, first?.times]).toEqual(['too_many_requests', 1]);
  desk.wait(61_000);
  for (let index = 0; index < 30; index += 1) await post('plain', payload, { authorization: 'Bearer guess' });
  expect((await post('plain', payload, word)).status).toBe(429);
  desk.wait(61_000);
  expect((await post('plain', payload, word)).status).toBe(200);
});

test('operators alone see the log, and what is old goes from it', async () => {
  expect((await boss.call('GET', '/_/operate/in-calls')).status).toBe(403);
  expect((await administrator.call('GET', '/_/operate/in-calls?state=lost')).status).toBe(400);
  expect((await administrator.call('GET', '/_/operate/in-calls?size=1')).status).toBe(400);
  expect((await administrator.call('GET', '/_/operate/in-calls')).json).toMatchObject({ state: 'refused' });
  const { items, counts, next } = await logged('done');
  expect(counts.done).toBeGreaterThan(40);
  expect(items[0]).toMatchObject({ call: 'plain', entity: 'order', code: null });
  expect(items[0]?.record).not.toHaveProperty('title');
  const further = await administrator.call('GET', `/_/operate/in-calls?state=done&after=${next ?? ''}`);
  expect((further.json as InCallsAnswer).items[0]?.id).not.toBe(items[0]?.id);
  expect(desk.log.join('\n')).not.toMatch(/whsec_|Paper/);
  desk.wait(31 * 86_400_000);
  await desk.service.records.inCalls.trim();
  expect((await desk.service.records.inCalls.list({ ...(await operator()) }, new URLSearchParams())).counts).toEqual({
    refused: 0,
    done: 0,
  });
});

async function operator() {
  const { records } = desk.service;
  const id = (await records.userByEmail('dan@example.com')) ?? '';
  const me = await records.me(id);
  if (!me) throw new Error('nobody');
  const { rightsFor } = await import('@ninefold/model');
  return { me, rights: rightsFor(desk.service.application.model, me.roles), via: 'call' } as const;
}

test('the calls are described to who operates, with what they read of the body, and to nobody else', async () => {
  type Described = { readonly paths: Readonly<Record<string, { readonly post?: Readonly<Record<string, unknown>> }>> };
  const read = async (browser: Browser): Promise<Described> =>
    (await browser.call('GET', '/api/openapi.json')).json as Described;
  [boss, administrator] = [await desk.signedIn('cleo@example.com'), await desk.signedIn('dan@example.com')]; // a month has passed
  expect(Object.keys((await read(boss)).paths).filter((path) => path.startsWith('/_/in/'))).toEqual([]);
  const document = await read(administrator);
  const bodyOf = (name: string): unknown => document.paths[`/_/in/${name}`]?.post?.['requestBody'];
  expect(Object.keys(document.paths).filter((path) => path.startsWith('/_/in/'))).toHaveLength(26);
  expect(bodyOf('mail')).toMatchObject({
    content: {
      'application/json': {
        schema: {
          properties: {
            id: { type: 'string', minLength: 1 },
            title: { type: ['string', 'null'], maxLength: 20 },
            price: { type: ['integer', 'null'], minimum: 0 },
            lines: { type: ['array', 'null'] },
          },
        },
      },
    },
  });
  expect(bodyOf('back')).toMatchObject({
    content: {
      'application/json': {
        schema: {
          properties: {
            number: { description: expect.any(String) as unknown },
            why: { type: ['string', 'null'], maxLength: 10 },
          },
        },
      },
    },
  });
  expect(document.paths['/_/in/back']?.post?.['responses']).toHaveProperty('409');
  expect(document.paths['/_/in/back']?.post).toHaveProperty('parameters');
  expect(document.paths['/_/in/mail']?.post).not.toHaveProperty('parameters');
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: { 'no-server-example.com': 'off' },
  });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  expect(problems.map(({ ruleId, message }) => [ruleId, message])).toEqual([]);
});
