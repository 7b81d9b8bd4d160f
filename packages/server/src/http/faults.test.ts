import { createServer as createPlain, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { startDesk, type Desk } from '../testing/start-desk.ts';

let desk: Desk;
let other: Server | null = null;
afterEach(async () => {
  await desk.close();
  other?.close();
  other = null;
});

const SAME_SITE = { 'sec-fetch-site': 'same-origin', 'content-type': 'text/plain;charset=UTF-8' };
const URL = '/_/intake/api/1/envelope/?sentry_version=7&sentry_key=ninefold';

function envelope(event: unknown): string {
  return `{"event_id":"e1","sent_at":"2026-03-05T09:00:00Z"}\n{"type":"event"}\n${JSON.stringify(event)}\n`;
}

const EVENT = {
  event_id: 'e1',
  exception: { values: [{ type: 'TypeError', value: 'x is undefined', mechanism: { handled: false } }] },
  request: { headers: { cookie: 'desk_session=stolen', 'user-agent': 'test' } },
};

async function stored(): Promise<string> {
  return JSON.stringify(await desk.database.read.all('SELECT "source", "user", "message", "event" FROM "_fault"', []));
}

test.each([URL, '/_/intake/', '/_/intake'])('%s takes in what a page reports, without its secrets', async (url) => {
  desk = await startDesk();
  const ada = await desk.signedIn('ada@example.com');
  const answer = await ada.call('POST', url, { body: envelope(EVENT), headers: SAME_SITE, xsrf: false });
  expect([answer.status, answer.json]).toEqual([200, { id: 'e1' }]);
  expect(await desk.service.faults.newest(9)).toMatchObject([
    { source: 'browser', message: 'TypeError: x is undefined', handled: false },
  ]);
  expect(await stored()).toContain('user-agent');
  expect(await stored()).not.toContain('stolen');
});

test('reports of one cause are one fault, with how often and since when', async () => {
  desk = await startDesk();
  const send = (value: string, times: string) =>
    desk.browser().call('POST', URL, {
      body: envelope({ exception: { values: [{ type: 'Error', value }] }, tags: { times } }),
      headers: SAME_SITE,
    });
  await send('row 1 is missing', '1');
  desk.wait(60_000);
  await send('row 7 is missing', '19');
  await send('chair broke', '1');
  const found = await desk.service.faults.newest(9);
  expect(found).toHaveLength(2);
  expect(found).toContainEqual(
    expect.objectContaining({
      message: 'Error: row 7 is missing',
      times: 20,
      first: '2026-03-05T09:00:00.000Z',
      at: '2026-03-05T09:01:00.000Z',
    }),
  );
});

test('a report of nobody never takes the place of one of a user', async () => {
  desk = await startDesk();
  const ada = await desk.signedIn('ada@example.com');
  const send = (browser: typeof ada) =>
    browser.call('POST', URL, { body: envelope(EVENT), headers: SAME_SITE, xsrf: false });
  await send(ada);
  await send(desk.browser());
  await send(ada);
  const found = await desk.service.faults.newest(9);
  expect(found.map(({ user, times }) => [user !== null, times]).sort()).toEqual([
    [false, 1],
    [true, 2],
  ]);
});

test('items that are no events are taken and dropped', async () => {
  desk = await startDesk();
  const body = '{}\n{"type":"session"}\n{"sid":"1"}\n';
  const answer = await desk.browser().call('POST', URL, { body, headers: SAME_SITE });
  expect([answer.status, answer.json]).toEqual([200, { id: null }]);
  expect(await stored()).toBe('[]');
});

test.each([
  ['from another site', envelope(EVENT), { ...SAME_SITE, 'sec-fetch-site': 'cross-site' }, 403, 'forged'],
  ['from nowhere', envelope(EVENT), { 'content-type': 'text/plain' }, 403, 'forged'],
  [
    'from an origin elsewhere',
    envelope(EVENT),
    { 'content-type': 'text/plain', origin: 'https://evil.example.com' },
    403,
    'forged',
  ],
  ['no envelope', 'hello', SAME_SITE, 400, 'bad_request'],
  ['far too much', envelope({ message: 'x'.repeat(300_000) }), SAME_SITE, 413, 'too_large'],
])('%s is refused', async (_, body, headers, status, code) => {
  desk = await startDesk();
  const answer = await desk.browser().call('POST', URL, { body, headers });
  expect([answer.status, (answer.json as { code: string }).code]).toEqual([status, code]);
  expect(await stored()).toBe('[]');
});

test('an older browser that says its origin only', async () => {
  desk = await startDesk();
  const headers = { 'content-type': 'text/plain', origin: 'http://localhost:4900' };
  expect((await desk.browser().call('POST', URL, { body: envelope(EVENT), headers })).status).toBe(200);
});

const report = (message: string, padding = 0) => ({
  body: envelope({ event_id: 'e1', message, extra: 'x'.repeat(padding) }),
  headers: SAME_SITE,
  xsrf: false,
});

test('a report from somebody who is not signed in is a small one', async () => {
  desk = await startDesk();
  const ada = await desk.signedIn('ada@example.com');
  const stranger = await desk.browser().call('POST', URL, report('forged', 40_000));
  expect([stranger.status, (stranger.json as { code: string }).code]).toEqual([413, 'too_large']);
  expect((await desk.browser().call('POST', URL, report('short', 20_000))).status).toBe(200);
  expect((await ada.call('POST', URL, report('long', 150_000))).status).toBe(200);
  const told = await desk.service.faults.newest(9);
  expect(told.map(({ message, user }) => [message, user === null]).sort()).toEqual([
    ['long', false],
    ['short', true],
  ]);
});

/** A word of its own for each number: faults that differ in numbers only are one. */
const wordOf = (at: number): string => String.fromCharCode(97 + Math.floor(at / 26), 97 + (at % 26));

test('reports of strangers push out neither those of users nor faults of the server', async () => {
  desk = await startDesk();
  const { faults } = desk.service;
  const ada = await desk.service.records.userByEmail('ada@example.com');
  for (let at = 0; at < 5; at += 1) {
    await faults.add({ message: `server ${wordOf(at)}` }, { source: 'server', user: null });
    await faults.add({ message: `ada ${wordOf(at)}` }, { source: 'browser', user: ada });
  }
  for (let at = 0; at < 130; at += 1) {
    desk.wait(1);
    await faults.add({ message: `forged ${wordOf(at)}` }, { source: 'browser', user: null });
  }
  const [counted] = await desk.database.read.all('SELECT count(*) AS n FROM "_fault"', []);
  expect(Number(counted?.['n'])).toBe(110);
  const told = (await faults.newest(100)).map(({ message }) => message);
  expect(told.filter((message) => message.startsWith('server'))).toHaveLength(5);
  expect(told.filter((message) => message.startsWith('ada'))).toHaveLength(5);
  expect(told).toContain(`forged ${wordOf(129)}`);
  expect(told).not.toContain(`forged ${wordOf(29)}`);
});

test('too many reports have to wait', async () => {
  desk = await startDesk();
  const browser = desk.browser();
  const send = () => browser.call('POST', URL, { body: '{}\n', headers: SAME_SITE });
  for (let sent = 0; sent < 60; sent += 1) expect((await send()).status).toBe(200);
  const answer = await send();
  expect([answer.status, (answer.json as { code: string }).code]).toEqual([429, 'too_many_requests']);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
});

/** What an official kit on a server sends: no origin, no type; the key of its DSN in a header. */
async function kit(packing: 'gzip' | 'br' | 'deflate' | null, key: string, body: string | Buffer) {
  const pack = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync };
  const payload = packing === null ? body : pack[packing](body);
  const headers = {
    'x-sentry-auth': `Sentry sentry_version=7, sentry_client=kit/1.0, sentry_key=${key}`,
    ...(packing === null ? {} : { 'content-encoding': packing }),
  };
  return desk.app.inject({ method: 'POST', url: '/_/intake/api/1/envelope/', headers, payload });
}

async function newKey(): Promise<string> {
  const dan = await desk.signedIn('dan@example.com');
  const made = await dan.call('POST', '/_/keys', { body: { name: 'Kit', days: 30, role: 'administrator' } });
  return (made.json as { secret: string }).secret;
}

test.each([null, 'gzip', 'br', 'deflate'] as const)(
  'an official kit of another language reports with an API key in its DSN (packed: %s)',
  async (packing) => {
    desk = await startDesk();
    const key = await newKey();
    expect(key).toMatch(/^\w+$/);
    const answer = await kit(packing, key, envelope(EVENT));
    expect([answer.statusCode, answer.json()]).toEqual([200, { id: 'e1' }]);
    expect(await desk.service.faults.newest(9)).toMatchObject([
      { source: 'program', message: 'TypeError: x is undefined' },
    ]);
  },
);

test('a kit is refused without a key that holds, with a cut body, and with one that unpacks to too much', async () => {
  desk = await startDesk();
  const key = await newKey();
  const whole = gzipSync(envelope(EVENT));
  const told = async (answer: ReturnType<typeof kit>) => {
    const { statusCode, json } = await answer;
    return [statusCode, json<{ code: string }>().code];
  };
  expect(await told(kit(null, 'nfk_'.padEnd(47, 'x'), envelope(EVENT)))).toEqual([401, 'bad_key']);
  expect(await told(kit(null, 'other', envelope(EVENT)))).toEqual([403, 'forged']);
  expect(await told(kit(null, key, envelope(EVENT).slice(0, -9)))).toEqual([400, 'bad_request']);
  const cut = { 'x-sentry-auth': `Sentry sentry_key=${key}`, 'content-encoding': 'gzip' };
  const sent = desk.app.inject({ method: 'POST', url: URL, headers: cut, payload: whole.subarray(0, -12) });
  expect((await sent).statusCode).toBe(400);
  expect(await told(kit('gzip', key, envelope({ message: 'x'.repeat(3_000_000) })))).toEqual([413, 'too_large']);
  expect(await stored()).toBe('[]');
});

async function breakRecords(): Promise<void> {
  const broken = new Error('secret cause: /etc/passwd');
  Object.assign(desk.service.records, { list: () => Promise.reject(broken) });
}

test('a defect of ours is told as a fault with its request id, and its cause to the operator only', async () => {
  desk = await startDesk();
  const ada = await desk.signedIn('ada@example.com');
  await breakRecords();
  const answer = await ada.call('GET', '/api/note');
  const problem = answer.json as { code: string; request_id: string };
  expect([answer.status, problem.code]).toEqual([500, 'fault']);
  expect(answer.text).not.toContain('secret cause');
  expect(answer.text).not.toContain('at ');
  expect(desk.log).toEqual([
    expect.stringContaining(`fault ${problem.request_id} GET /api/:entity: Error: secret cause`),
  ]);
  await expect.poll(stored).toContain(problem.request_id);
  const [fault] = await desk.service.faults.newest(1);
  expect(fault).toMatchObject({ source: 'server', message: 'Error: secret cause: /etc/passwd' });
});

test('with a service elsewhere everything goes there, in the same protocol', async () => {
  const received: { url: string; body: string }[] = [];
  other = createPlain((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')));
    request.on('end', () => {
      received.push({ url: request.url ?? '', body });
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => other?.listen(0, '127.0.0.1', resolve));
  const dsn = `http://key@127.0.0.1:${String((other.address() as AddressInfo).port)}/7`;
  desk = await startDesk({ elsewhere: dsn });
  const ada = await desk.signedIn('ada@example.com');
  expect((await ada.call('GET', '/_/session')).json).toMatchObject({ intake: dsn });
  await breakRecords();
  await ada.call('GET', '/api/note');
  await ada.call('POST', URL, { body: envelope(EVENT), headers: SAME_SITE });
  await expect.poll(() => received.length).toBe(2);
  expect(received.every(({ url }) => url === '/api/7/envelope/?sentry_version=7&sentry_key=key')).toBe(true);
  const events = received.map(
    ({ body }) => JSON.parse(body.split('\n')[2] ?? '') as { exception: { values: { value: string }[] } },
  );
  expect(events.map((event) => event.exception.values[0]?.value).sort()).toEqual([
    'secret cause: /etc/passwd',
    'x is undefined',
  ]);
  expect(await stored()).toBe('[]');
});

test('our own intake is the one that the session answer names', async () => {
  desk = await startDesk();
  expect((await desk.browser().call('GET', '/_/session')).json).toMatchObject({
    intake: 'http://ninefold@localhost:4900/_/intake/1',
  });
});
