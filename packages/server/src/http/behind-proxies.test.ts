// On SQLite alone: addresses are worked out from headers.
import { afterEach, describe, expect, test } from 'vitest';
import type { SessionAnswer } from '@ninefold/model';
import { PASSWORD, startDesk, type Desk } from '../testing/start-desk.ts';

let desk: Desk;
afterEach(() => desk.close());

/** One request as it reaches the server: from a machine, with what it or a proxy wrote into it. */
interface From {
  readonly peer: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function ask({ peer, headers = {} }: From) {
  return desk.app.inject({
    method: 'GET',
    url: '/_/session',
    remoteAddress: peer,
    headers: { host: 'desk.test', ...headers },
  });
}

/** Tries to sign in and answers the status. */
async function tryIn({ peer, headers = {} }: From, password: string): Promise<number> {
  const begun = await ask({ peer, headers });
  const cookies = new Map(begun.cookies.map(({ name, value }) => [name, value]));
  const xsrf = [...cookies].find(([name]) => name.endsWith('_xsrf'))?.[1] ?? '';
  const answer = await desk.app.inject({
    method: 'POST',
    url: '/_/session',
    remoteAddress: peer,
    headers: {
      host: 'desk.test',
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'x-xsrf-token': xsrf,
      'content-type': 'application/json',
      ...headers,
    },
    payload: JSON.stringify({ email: 'ada@example.com', password }),
  });
  return answer.statusCode;
}

const forwarded = (value: string): Readonly<Record<string, string>> => ({ 'x-forwarded-for': value });
const PROXY = '172.17.0.2';

describe('without a setting', () => {
  test.each(['127.0.0.1', '::1', PROXY, '203.0.113.5'])(
    'whoever asks through %s cannot choose an address: wrong passwords count together',
    async (peer) => {
      desk = await startDesk();
      const statuses: number[] = [];
      for (let at = 0; at < 6; at += 1)
        statuses.push(await tryIn({ peer, headers: forwarded(`198.51.100.${String(at)}`) }, 'wrong password'));
      expect(statuses).toEqual([401, 401, 401, 429, 429, 429]);
    },
  );

  test('the operator is told once that a proxy is not believed, and how it would be', async () => {
    desk = await startDesk();
    await ask({ peer: '::ffff:172.17.0.2', headers: forwarded('198.51.100.1') });
    await ask({ peer: PROXY, headers: forwarded('198.51.100.2') });
    expect(desk.log).toEqual([expect.stringContaining('--trust-proxy 172.17.0.2')]);
  });

  test.each([
    ['127.0.0.1', 'https', true],
    ['::1', 'http, https', true],
    ['127.0.0.1', 'https, http', false],
    [PROXY, 'https', false],
  ])('a proxy at %s that says %s makes cookies secure: %s', async (peer, scheme, secure) => {
    desk = await startDesk();
    const answer = await ask({ peer, headers: { 'x-forwarded-proto': scheme } });
    expect(String(answer.headers['set-cookie']).includes('__Host-desk_session=')).toBe(secure);
    expect(answer.headers['strict-transport-security']).toBe(secure ? 'max-age=31536000' : undefined);
  });
});

describe.each([PROXY, '172.16.0.0/12', '1'])('with --trust-proxy %s', (trustProxy) => {
  test('each client has an address of its own: who guesses locks out themselves only', async () => {
    desk = await startDesk({ trustProxy });
    const from = (client: string): From => ({ peer: PROXY, headers: forwarded(client) });
    for (let at = 0; at < 4; at += 1) await tryIn(from('198.51.100.1'), 'wrong password');
    expect(await tryIn(from('198.51.100.1'), PASSWORD)).toBe(429);
    expect(await tryIn(from('198.51.100.2'), PASSWORD)).toBe(200);
  });

  test('what a client wrote before the proxy added its address changes nothing', async () => {
    desk = await startDesk({ trustProxy });
    const statuses: number[] = [];
    for (let at = 0; at < 5; at += 1)
      statuses.push(await tryIn({ peer: PROXY, headers: forwarded(`10.9.9.${String(at)}, 198.51.100.1`) }, 'wrong'));
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
  });

  test('scheme and host are those that the browser used', async () => {
    desk = await startDesk({ trustProxy });
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'desk.example.com', host: '10.0.0.9:4900' };
    const answer = await ask({ peer: PROXY, headers });
    expect(answer.json<SessionAnswer>().intake).toBe('https://ninefold@desk.example.com/_/intake/1');
    expect(String(answer.headers['set-cookie'])).toMatch(
      /__Host-desk_session=[^;]+; Path=\/; HttpOnly; Secure; SameSite=Lax/,
    );
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000');
  });
});

test('a peer that is not among the trusted ones is not believed', async () => {
  desk = await startDesk({ trustProxy: '172.16.0.0/12' });
  const headers = { ...forwarded('198.51.100.1'), 'x-forwarded-proto': 'https' };
  const answer = await ask({ peer: '203.0.113.5', headers });
  expect(String(answer.headers['set-cookie'])).not.toContain('Secure');
  const statuses: number[] = [];
  for (let at = 0; at < 4; at += 1)
    statuses.push(await tryIn({ peer: '203.0.113.5', headers: forwarded(`198.51.100.${String(at)}`) }, 'wrong'));
  expect(statuses).toEqual([401, 401, 401, 429]);
});

describe('with --public-url', () => {
  test('https holds for every answer, whatever a proxy says or leaves out', async () => {
    desk = await startDesk({ publicUrl: 'https://desk.example.com' });
    for (const headers of [{}, { 'x-forwarded-proto': 'http' }]) {
      const answer = await ask({ peer: PROXY, headers });
      expect(String(answer.headers['set-cookie'])).toContain('__Host-desk_session=');
      expect(answer.headers['strict-transport-security']).toBe('max-age=31536000');
      expect(answer.json<SessionAnswer>().intake).toBe('https://ninefold@desk.example.com/_/intake/1');
      expect(answer.json<SessionAnswer>().cookies.xsrf).toBe('__Host-desk_xsrf');
    }
    const missing = await desk.app.inject({ method: 'GET', url: '/nothing', headers: { accept: 'application/json' } });
    expect([missing.statusCode, missing.headers['strict-transport-security']]).toEqual([404, 'max-age=31536000']);
  });

  test('http makes no cookie secure', async () => {
    desk = await startDesk({ publicUrl: 'http://desk.lan:8080' });
    const answer = await ask({ peer: '127.0.0.1', headers: { 'x-forwarded-proto': 'https' } });
    expect(String(answer.headers['set-cookie'])).not.toContain('Secure');
    expect(answer.headers['strict-transport-security']).toBeUndefined();
  });

  test('a page of the public address reports its errors, also behind a proxy that rewrites the host', async () => {
    desk = await startDesk({ publicUrl: 'https://desk.example.com' });
    const send = (origin: string) =>
      desk.app.inject({
        method: 'POST',
        url: '/_/intake',
        headers: { host: '10.0.0.9:4900', origin, 'content-type': 'text/plain' },
        payload: '{}\n',
      });
    expect((await send('https://desk.example.com')).statusCode).toBe(200);
    expect((await send('https://evil.example.com')).statusCode).toBe(403);
  });
});

test.each(['', 'a b', 'http://x', '[', '%00'])('the host %j is no fault', async (host) => {
  desk = await startDesk();
  const answer = await ask({ peer: '127.0.0.1', headers: { host } });
  expect(answer.statusCode).toBe(200);
  expect(desk.log).toEqual([]);
});
