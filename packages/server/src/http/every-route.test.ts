// On SQLite alone: what holds for every address is decided before a database is asked.
// What holds for every address, so that a new one cannot forget it: read from the list of routes itself.
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { KeyMade } from '@ninefold/model';
import { xsrfOf } from '../sessions/token.ts';
import type { Answer, Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';
import { ROUTES } from './routes/all.ts';
import type { Method, Route } from './service/route.ts';

let desk: Desk;
let cleo: Browser;
let secret: string;
beforeAll(async () => {
  desk = await startDesk();
  cleo = await desk.signedIn('cleo@example.com');
  const dan = await desk.signedIn('dan@example.com');
  const body = { name: 'k', role: 'boss', days: 1, user: await desk.service.records.userByEmail('cleo@example.com') };
  ({ secret } = (await dan.call('POST', '/_/keys', { body })).json as KeyMade);
});
afterAll(() => desk.close());

/** Addresses as a stranger would guess them. */
const addressOf = (url: string): string =>
  url
    .replace(':entity', 'note')
    .replace(':language', 'en')
    .replace(':file', 'app.json')
    .replaceAll(/:\w+/g, 'x1')
    .replace('*', 'assets/x.js');

const ALL = ROUTES.map(({ method, url, ...route }) => ({
  what: `${method} ${url}`,
  method,
  url: addressOf(url),
  ...route,
}));
/** Routes that prove by themselves who calls, whatever cookies and keys are sent. */
const isProving = ({ withoutAntiForgery, fromSystem }: Partial<Route>): boolean =>
  withoutAntiForgery === true || fromSystem !== undefined;
const WRITES = ALL.filter((route) => route.method !== 'GET' && !isProving(route));
const codeOf = ({ json }: Answer): unknown => (json as { code?: unknown }).code;
const changes = (method: Method): object => (method === 'GET' || method === 'DELETE' ? {} : { body: {} });

/** What of an answer is open to another origin, to a frame, or tells of the program: nothing of it should be. */
function openings({ headers }: Answer): readonly string[] {
  const wanted: Readonly<Record<string, string>> = {
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  };
  const names = Object.keys(headers);
  return [
    ...names.filter((name) => name.startsWith('access-control-') || name === 'server' || name === 'x-powered-by'),
    ...Object.entries(wanted).flatMap(([name, value]) => (headers[name] === value ? [] : [name])),
    ...(String(headers['content-security-policy']).includes("frame-ancestors 'none'") ? [] : ['frame-ancestors']),
  ];
}

describe('an answer is for its own origin, in no frame, and says nothing of the program', () => {
  const EVIL = { origin: 'https://evil.example.com', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' };
  test.each(ALL.filter(({ url }) => url !== '/_/live'))('$what', async ({ method, url }) => {
    expect(openings(await cleo.call(method, url, { ...changes(method), headers: EVIL }))).toEqual([]);
    expect(openings(await desk.browser().call(method, url, { ...changes(method), headers: EVIL }))).toEqual([]);
    const asked = {
      ...EVIL,
      'access-control-request-method': method,
      'access-control-request-headers': 'x-xsrf-token',
    };
    expect(openings(await cleo.call('OPTIONS', url, { headers: asked }))).toEqual([]);
  });
});

describe('a write that no page of the application sent changes nothing', () => {
  test.each(WRITES)('$what', async ({ method, url }) => {
    const other = await desk.signedIn('ada@example.com');
    const stranger = xsrfOf(other.cookies.get('desk_session') ?? '');
    const body = changes(method);
    const forged = [
      { ...body, xsrf: false },
      { ...body, headers: { 'x-xsrf-token': '' } },
      { ...body, headers: { 'x-xsrf-token': stranger } },
      { ...body, headers: { 'sec-fetch-site': 'cross-site' } },
    ];
    for (const sent of forged) expect(codeOf(await cleo.call(method, url, sent))).toBe('forged');
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const posted = await cleo.call(method, url, { body: 'a=1', headers: form, xsrf: false });
    expect(['forged', 'wrong_media_type']).toContain(codeOf(posted));
  });
});

describe('who is not signed in gets nothing from', () => {
  test.each(ALL.filter(({ signedIn }) => signedIn))('$what', async ({ method, url }) => {
    for (const cookie of [undefined, 'desk_session=x', `desk_session=${'A'.repeat(43)}`]) {
      const headers = cookie === undefined ? {} : { cookie };
      const answer = await desk.browser().call(method, url, { ...changes(method), headers });
      expect([answer.status, codeOf(answer)]).toEqual([401, 'signed_out']);
    }
  });
});

describe('a key opens calls on records, its subscriptions and the intake only, not', () => {
  test.each(ALL.filter((route) => !route.url.startsWith('/api/') && route.forKeys !== true && !isProving(route)))(
    '$what',
    async ({ method, url }) => {
      const headers = { authorization: `Bearer ${secret}` };
      const answer = await desk.browser().call(method, url, { ...changes(method), headers, xsrf: false });
      expect([answer.status, codeOf(answer)]).toEqual([403, 'forbidden']);
    },
  );
});

describe('requests that proxies and servers may read in two ways are refused', () => {
  const HOST = 'Host: localhost\r\n';
  const CASES = {
    'a length and chunks': `POST /api/note HTTP/1.1\r\n${HOST}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    'two lengths': `POST /api/note HTTP/1.1\r\n${HOST}Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcde`,
    'a length that is none': `POST /api/note HTTP/1.1\r\n${HOST}Content-Length: +4\r\n\r\nabcd`,
    'chunks that are none': `POST /api/note HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\nxyz\r\n\r\n`,
    'another transfer encoding': `POST /api/note HTTP/1.1\r\n${HOST}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
    'a space before the colon': `GET /api/note HTTP/1.1\r\n${HOST}X-A : b\r\n\r\n`,
    'a folded header': `GET /api/note HTTP/1.1\r\n${HOST}X-A: b\r\n c: d\r\n\r\n`,
    'a header with NUL': `GET /api/note HTTP/1.1\r\n${HOST}X-A: b\u0000c\r\n\r\n`,
    'no host': 'GET /api/note HTTP/1.1\r\n\r\n',
    'too many headers in bytes': `GET / HTTP/1.1\r\n${HOST}${`X-A: ${'b'.repeat(1000)}\r\n`.repeat(40)}\r\n`,
    'an address of 20 kB': `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${HOST}\r\n`,
  };
  let port = 0;
  beforeAll(async () => {
    await desk.app.listen({ host: '127.0.0.1', port: 0 });
    port = (desk.app.server.address() as AddressInfo).port;
  });

  const answerTo = (bytes: string): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.end(bytes));
      let text = '';
      socket.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
      socket.on('close', () => resolve(text));
      socket.on('error', () => resolve(text));
    });

  test.each(Object.entries(CASES))('%s', async (_, bytes) => {
    const answer = await answerTo(bytes);
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answer.match(/^HTTP\/1\.1 /gm)).toHaveLength(1);
  });

  test.each(['TRACE', 'PUT', 'PROPFIND', 'CONNECT', 'QUERY'])('the method %s', async (method) => {
    const answer = await answerTo(`${method} /api/note HTTP/1.1\r\n${HOST}Connection: close\r\nX-Echo: K7\r\n\r\n`);
    expect(answer).not.toMatch(/^HTTP\/1\.1 [235]/);
    expect(answer).not.toContain('K7');
  });

  test('the server goes on, and nothing of it was a fault', async () => {
    expect((await cleo.call('GET', '/api/note')).status).toBe(200);
    expect(desk.log).toEqual([]);
  });
});
