import { todayIn, type HistoryEntry, type KeyAnswer, type KeyMade } from '@ninefold/model';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

let desk: Desk;
let dan: Browser;
let cleo: Browser;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());
beforeEach(async () => {
  [dan, cleo] = [await desk.signedIn('dan@example.com'), await desk.signedIn('cleo@example.com')];
});

const idOf = async (email: string): Promise<string> => (await desk.service.records.userByEmail(email)) ?? '';

async function make(browser: Browser, body: object): Promise<KeyMade> {
  const answer = await browser.call('POST', '/_/keys', { body: { name: 'Reports', days: 30, ...body } });
  expect(answer.status).toBe(201);
  return answer.json as KeyMade;
}

const by = (secret: string, more: object = {}) => ({
  xsrf: false,
  headers: { authorization: `Bearer ${secret}` },
  ...more,
});
const codeOf = (answer: { readonly json: unknown }): string => (answer.json as { code: string }).code;

test('a program reads and writes by a key without cookie or anti-forgery header, and the history has its user', async () => {
  const { secret } = await make(dan, { role: 'boss', user: await idOf('cleo@example.com') });
  const program = desk.browser();
  const made = await program.call('POST', '/api/note', by(secret, { body: { subject: 'By a program' } }));
  expect(made.status).toBe(201);
  const { id } = made.json as { id: string };
  expect((await program.call('GET', `/api/note/${id}`, by(secret))).status).toBe(200);
  const { items } = (await cleo.call('GET', `/api/note/${id}/history`)).json as {
    items: HistoryEntry[];
  };
  expect(items.map(({ by, key_by, via }) => [by?.title, key_by?.title, via])).toEqual([
    ['Cleo Boss', 'Dan Admin', 'call'],
  ]);
  expect(program.cookies.size).toBe(0);
});

test('a key has its role only, whatever else its user has', async () => {
  const { secret } = await make(dan, { role: 'writer', user: await idOf('cleo@example.com') });
  expect((await cleo.call('GET', '/api/ledger')).status).toBe(200);
  expect((await desk.browser().call('GET', '/api/ledger', by(secret))).status).toBe(403);
  const document = await desk.browser().call('GET', '/api/openapi.json', by(secret));
  expect(document.text).not.toContain('/api/ledger');
});

test('a key opens what its role watches over, with the right of the role', async () => {
  const { secret } = await make(dan, { role: 'administrator' });
  const { secret: without } = await make(dan, { role: 'boss', user: await idOf('cleo@example.com') });
  for (const name of ['operate/calls', 'operate/in-calls', 'operate/timers', 'faults', 'audit']) {
    const answer = await desk.browser().call('GET', `/_/${name}`, by(secret));
    expect([name, answer.status]).toEqual([name, 200]);
    expect((await desk.browser().call('GET', `/_/${name}`, by(without))).status).toBe(403);
  }
  expect((await desk.browser().call('GET', '/_/due', by(without))).status).toBe(200);
  const again = await desk.browser().call('POST', '/_/operate/calls', by(secret, { body: { id: 'nothing' } }));
  expect([again.status, codeOf(again)]).toEqual([404, 'not_found']);
});

test('a key opens neither keys nor passwords nor what pages are made of', async () => {
  const { secret } = await make(dan, { role: 'administrator' });
  for (const [method, url] of [
    ['GET', '/_/keys'],
    ['POST', '/_/keys'],
    ['POST', '/_/password'],
    ['GET', '/_/model'],
  ] as const) {
    const answer = await desk.browser().call(method, url, by(secret, method === 'POST' ? { body: {} } : {}));
    expect([url, answer.status, codeOf(answer)]).toEqual([url, 403, 'forbidden']);
  }
});

test('a key ends with its days, with its removal, and with the role of its user', async () => {
  const user = await idOf('bo@example.com');
  const ended = await make(dan, { role: 'writer', user: await idOf('dan@example.com'), days: 1 });
  const removed = await make(dan, { role: 'writer' });
  expect((await desk.browser().call('GET', '/api/note', by(ended.secret))).status).toBe(200);
  expect((await dan.call('DELETE', `/_/keys/${removed.key.id}`)).status).toBe(204);
  desk.wait(25 * 3_600_000);
  for (const secret of [ended.secret, removed.secret, 'nfk_' + 'A'.repeat(43), 'something']) {
    const answer = await desk.browser().call('GET', '/api/note', by(secret));
    expect([answer.status, codeOf(answer)]).toEqual([401, 'bad_key']);
    expect(answer.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
  }
  const again = await desk.signedIn('dan@example.com');
  const refused = await again.call('POST', '/_/keys', { body: { name: 'x', days: 1, role: 'boss', user } });
  expect([refused.status, codeOf(refused)]).toEqual([422, 'invalid']);
});

test('the day on which a key was last used is one of the application’s time zone', async () => {
  const { secret, key } = await make(dan, { role: 'administrator' });
  const zone = desk.service.application.model.timeZone;
  for (let hour = 0; hour < 24; hour += 1) {
    await desk.service.keys.find(secret);
    const kept = await desk.service.keys.all();
    expect(kept.find(({ id }) => id === key.id)?.usedOn).toBe(todayIn(zone, desk.service.clock()));
    desk.wait(3_600_000);
  }
});

test('only people with the right to keys see and make them; nobody makes one for more than they may give', async () => {
  for (const method of ['GET', 'POST'] as const) {
    const answer = await cleo.call(method, '/_/keys', method === 'POST' ? { body: { name: 'x' } } : {});
    expect([answer.status, codeOf(answer)]).toEqual([403, 'forbidden']);
  }
  const { key, secret } = await make(dan, { role: 'administrator', days: 366 });
  const list = await dan.call('GET', '/_/keys');
  expect((list.json as { items: KeyAnswer[] }).items[0]).toEqual(key);
  expect(list.text).not.toContain(secret);
  const helper = await desk.service.records.addUser({
    name: 'H',
    email: 'h@example.com',
    language: null,
    roles: ['helper'],
  });
  const denied = await dan.call('POST', '/_/keys', { body: { name: 'x', days: 1, role: 'helper', user: helper } });
  expect([denied.status, codeOf(denied)]).toEqual([403, 'not_in_their_name']);
});

test.each([
  [{ role: 'administrator', days: 1 }, 'name', 'required'],
  [{ name: 'x', days: 1 }, 'role', 'required'],
  [{ name: 'x', role: 'nobody', days: 1 }, 'role', 'bad_option'],
  [{ name: 'x', role: 'administrator' }, 'days', 'required'],
  [{ name: 'x', role: 'administrator', days: 0 }, 'days', 'too_small'],
  [{ name: 'x', role: 'administrator', days: 367 }, 'days', 'too_big'],
  [{ name: 'x', role: 'administrator', days: 1.5 }, 'days', 'bad_number'],
  [{ name: 'x'.repeat(81), role: 'administrator', days: 1 }, 'name', 'too_long'],
  [{ name: 'x', role: 'administrator', days: 1, user: 'nobody' }, 'user', 'no_such_record'],
])('%j is refused at %s', async (body, path, code) => {
  const answer = await dan.call('POST', '/_/keys', { body });
  expect([answer.status, (answer.json as { errors: unknown[] }).errors]).toEqual([
    422,
    [expect.objectContaining({ path, code })],
  ]);
});

test('another scheme of authorization, as a proxy may send it, is not looked at', async () => {
  const answer = await cleo.call('GET', '/api/note', { headers: { authorization: 'Basic Y2xlbzp4' } });
  expect(answer.status).toBe(200);
});
