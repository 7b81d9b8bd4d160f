import { createServer as createPlain, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
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
  exception: { values: [{ type: 'TypeError', value: 'x is undefined' }] },
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
    { source: 'browser', message: 'TypeError: x is undefined' },
  ]);
  expect(await stored()).toContain('user-agent');
  expect(await stored()).not.toContain('stolen');
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

test('too many reports have to wait', async () => {
  desk = await startDesk();
  const browser = desk.browser();
  const send = () => browser.call('POST', URL, { body: '{}\n', headers: SAME_SITE });
  for (let sent = 0; sent < 60; sent += 1) expect((await send()).status).toBe(200);
  const answer = await send();
  expect([answer.status, (answer.json as { code: string }).code]).toEqual([429, 'too_many_requests']);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
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
