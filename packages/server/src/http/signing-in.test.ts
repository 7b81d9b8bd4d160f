// On SQLite alone: sessions, tries and passwords are asked of PostgreSQL by the tests of accounts, of their tries and of the audit log.
import { afterEach, expect, test } from 'vitest';
import type { SessionAnswer } from '@ninefold/model';
import { hashOf, xsrfOf } from '../sessions/token.ts';
import { PASSWORD, startDesk, type Desk } from '../testing/start-desk.ts';

let desk: Desk;
afterEach(() => desk.close());

const HOUR = 3_600_000;

test('before signing in nothing is said of the model but its name', async () => {
  desk = await startDesk();
  const answer = await desk.browser().call('GET', '/_/session');
  expect(answer.json).toMatchObject({ me: null, demo: null, setup: false, name: 'desk', languages: ['en', 'ja'] });
  expect((answer.json as SessionAnswer).limits).toMatchObject({
    toast_ms: 5000,
    select_menu_px: 300,
    locale_retries: 5,
    locale_retry_ms: 350,
  });
  expect(answer.text).not.toContain('note');
});

test('signing in gives a new token; of it only a hash is stored, and no script can read it', async () => {
  desk = await startDesk();
  const browser = desk.browser();
  await browser.call('GET', '/_/session');
  const before = browser.cookies.get('desk_session') ?? '';
  const answer = await browser.signIn('Ada@Example.com ', PASSWORD);
  expect(answer.json).toMatchObject({ me: { name: 'Ada Writer', email: 'ada@example.com', roles: ['writer'] } });
  const token = browser.cookies.get('desk_session') ?? '';
  expect(token).not.toBe(before);
  expect(browser.cookies.get('desk_xsrf')).toBe(xsrfOf(token));
  const cookies = (answer.headers['set-cookie'] as readonly string[]).join('\n');
  expect(cookies).toMatch(/desk_session=[^\n]*Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax/);
  expect(cookies).toMatch(/desk_xsrf=[^\n]*Max-Age=43200; Path=\/; SameSite=Lax$/m);
  const rows = await desk.database.read.all('SELECT "token" FROM "_user_session"', []);
  expect(rows.map((row) => row['token'])).toEqual([hashOf(token)]);
});

test('under https the cookies are bound to the host', async () => {
  desk = await startDesk();
  const answer = await desk.browser().call('GET', '/_/session', { headers: { 'x-forwarded-proto': 'https' } });
  expect((answer.headers['set-cookie'] as readonly string[]).join('\n')).toMatch(
    /^__Host-desk_session=.*Path=\/; HttpOnly; Secure; SameSite=Lax$/m,
  );
  expect((answer.json as SessionAnswer).cookies).toEqual({ xsrf: '__Host-desk_xsrf', language: '__Host-desk_lng' });
});

test('a token from before signing in opens nothing afterwards', async () => {
  desk = await startDesk();
  const browser = desk.browser();
  await browser.call('GET', '/_/session');
  const planted = browser.cookies.get('desk_session') ?? '';
  await browser.signIn('ada@example.com', PASSWORD);
  const other = desk.browser();
  other.cookies.set('desk_session', planted);
  expect((await other.call('GET', '/api/note')).status).toBe(401);
});

test('a session ends after its hours, and its write changes nothing', async () => {
  desk = await startDesk();
  const ada = await desk.signedIn('ada@example.com');
  desk.wait(12 * HOUR - 1);
  expect((await ada.call('POST', '/api/note', { body: { subject: 'In time' } })).status).toBe(201);
  desk.wait(1);
  const late = await ada.call('POST', '/api/note', { body: { subject: 'Too late' } });
  expect([late.status, (late.json as { code: string }).code]).toEqual([401, 'signed_out']);
  const rows = await desk.database.read.all('SELECT "subject" FROM "note"', []);
  expect(rows.map((row) => row['subject'])).toEqual(['In time']);
});

test('signing in again after the end works with the cookies that are there', async () => {
  desk = await startDesk();
  const ada = await desk.signedIn('ada@example.com');
  desk.wait(13 * HOUR);
  const again = await ada.call('POST', '/_/session', { body: { email: 'ada@example.com', password: PASSWORD } });
  expect(again.json).toMatchObject({ me: { name: 'Ada Writer' } });
  expect((await ada.call('GET', '/api/note')).status).toBe(200);
});

test('signing out ends the session on the server', async () => {
  desk = await startDesk();
  const ada = await desk.signedIn('ada@example.com');
  const stolen = ada.cookies.get('desk_session') ?? '';
  const answer = await ada.call('DELETE', '/_/session');
  expect(answer.json).toMatchObject({ me: null });
  const thief = desk.browser();
  thief.cookies.set('desk_session', stolen);
  expect((await thief.call('GET', '/api/note')).status).toBe(401);
  expect(await desk.database.read.all('SELECT * FROM "_user_session"', [])).toEqual([]);
});

test('after too many wrong passwords the right one waits too, on this account and address only', async () => {
  desk = await startDesk();
  const browser = desk.browser();
  for (let wrong = 0; wrong < 3; wrong += 1)
    expect((await browser.signIn('ada@example.com', 'wrong')).status).toBe(401);
  const waiting = await browser.signIn('ADA@example.com', PASSWORD);
  expect([waiting.status, (waiting.json as { code: string }).code]).toEqual([429, 'too_many_tries']);
  expect(Number(waiting.headers['retry-after'])).toBeGreaterThan(50);
  expect((waiting.json as { title: string }).title).toMatch(/\d+ seconds/);
  expect((await browser.signIn('bo@example.com', PASSWORD)).status).toBe(200);
});

test('another spelling of the same address counts with it', async () => {
  desk = await startDesk();
  const browser = desk.browser();
  const spelled = ['zo\u00eb@example.com', 'zoe\u0308@example.com', 'ZO\u00cb@example.com', ' zo\u00eb@example.com'];
  const statuses: number[] = [];
  for (const email of spelled) statuses.push((await browser.signIn(email, 'wrong')).status);
  expect(statuses).toEqual([401, 401, 401, 429]);
});

test('many tries at once do not slip through', async () => {
  desk = await startDesk();
  const browser = desk.browser();
  await browser.call('GET', '/_/session');
  const tries = Array.from({ length: 8 }, () =>
    browser.call('POST', '/_/session', { body: { email: 'ada@example.com', password: 'wrong' } }),
  );
  const statuses = (await Promise.all(tries)).map(({ status }) => status).sort();
  expect(statuses).toEqual([401, 401, 401, 429, 429, 429, 429, 429]);
});

test('a user who is no longer active is out with the next write', async () => {
  desk = await startDesk();
  const ada = await desk.signedIn('ada@example.com');
  await desk.database.write((tx) =>
    tx.run('UPDATE "user" SET "active" = FALSE WHERE "email" = ?', ['ada@example.com']),
  );
  expect((await ada.call('POST', '/api/note', { body: { subject: 'x' } })).status).toBe(401);
  expect((await ada.signIn('ada@example.com', PASSWORD)).status).toBe(401);
});

test('the language is kept in a cookie, and errors are told in it', async () => {
  desk = await startDesk();
  const browser = desk.browser();
  await browser.call('GET', '/_/session');
  expect((await browser.call('POST', '/_/session/language', { body: { language: 'xx' } })).status).toBe(422);
  expect((await browser.call('POST', '/_/session/language', { body: { language: 'ja' } })).status).toBe(204);
  const answer = await browser.call('GET', '/api/note', { headers: { 'accept-language': 'en' } });
  expect(answer.headers['content-language']).toBe('ja');
  expect((answer.json as { title: string }).title).toMatch(/[\u3040-\u30ff]/);
  const asked = await browser.call('GET', '/api/note?lng=en');
  expect((asked.json as { title: string }).title).toBe('Sign in to continue.');
});

test('the one-time link makes the first administrator, once', async () => {
  desk = await startDesk({ accounts: false });
  const token = desk.service.setup.token ?? '';
  const browser = desk.browser();
  expect((await browser.call('GET', '/_/session')).json).toMatchObject({ setup: true });
  const body = { name: 'Eve First', email: 'eve@example.com', password: 'quiet tin rooster', language: 'ja' };
  const wrong = await browser.call('POST', `/_/setup/${'A'.repeat(43)}`, { body });
  expect((wrong.json as { code: string }).code).toBe('not_found');
  const short = await browser.call('POST', `/_/setup/${token}`, { body: { ...body, password: 'short' } });
  expect(short.json).toMatchObject({
    code: 'invalid',
    errors: [{ path: 'password', code: 'too_short', params: { min: 8 }, message: 'Use at least 8 characters.' }],
  });
  const mistyped = await browser.call('POST', `/_/setup/${token}`, { body: { ...body, email: 'bad' } });
  expect(mistyped.json).toMatchObject({ code: 'invalid', errors: [{ path: 'email', code: 'bad_email' }] });
  const guessable = await browser.call('POST', `/_/setup/${token}`, { body: { ...body, password: 'password1' } });
  expect(guessable.json).toMatchObject({ code: 'invalid', errors: [{ path: 'password', code: 'guessable_password' }] });
  const own = await browser.call('POST', `/_/setup/${token}`, { body: { ...body, password: 'eve@example.com' } });
  expect(own.json).toMatchObject({ code: 'invalid', errors: [{ path: 'password', code: 'personal_password' }] });
  const made = await browser.call('POST', `/_/setup/${token}`, { body });
  expect(made.json).toMatchObject({
    setup: false,
    me: { name: 'Eve First', language: 'ja', roles: ['writer', 'administrator'] },
  });
  expect((await browser.call('GET', '/_/model')).status).toBe(200);
  const again = await browser.call('POST', `/_/setup/${token}`, { body: { ...body, email: 'mallory@example.com' } });
  expect(again.status).toBe(410);
  expect((await desk.browser().signIn('eve@example.com', 'quiet tin rooster')).status).toBe(200);
  expect((await desk.database.read.all('SELECT 1 FROM "user"', [])).length).toBe(1);
});

test('two who use the link at once do not both become administrator', async () => {
  desk = await startDesk({ accounts: false });
  const token = desk.service.setup.token ?? '';
  const uses = ['eve', 'mallory'].map(async (name) => {
    const browser = desk.browser();
    await browser.call('GET', '/_/session');
    const body = { name, email: `${name}@example.com`, password: 'quiet tin rooster' };
    return (await browser.call('POST', `/_/setup/${token}`, { body })).status;
  });
  expect((await Promise.all(uses)).sort()).toEqual([200, 410]);
});

test('the demo door signs in with one click, from this machine only', async () => {
  desk = await startDesk({ demo: true });
  const browser = desk.browser();
  const { demo, setup } = (await browser.call('GET', '/_/session')).json as SessionAnswer;
  expect(setup).toBe(false);
  const cleo = demo?.find(({ name }) => name === 'Cleo Boss');
  expect((await browser.call('POST', '/_/session', { body: { demo: cleo?.id } })).json).toMatchObject({
    me: { name: 'Cleo Boss' },
  });
  // who is signed in needs the list no longer, but their own account when the session ends
  expect((await browser.call('GET', '/_/session')).json).toMatchObject({ demo: [{ id: cleo?.id }] });
  expect(((await desk.browser().call('GET', '/_/session')).json as SessionAnswer).demo).toEqual(demo);
  expect((await browser.call('POST', '/_/session', { body: { demo: 'nobody' } })).status).toBe(401);
});

test.each<Readonly<Record<string, string>>>([
  { host: 'evil.example.com' },
  { host: 'evil.example.com', 'x-forwarded-host': '127.0.0.1' },
  { host: '127.0.0.1:4900', 'x-forwarded-host': 'evil.example.com' },
  ...[
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-forwarded-port',
    'x-forwarded-server',
    'x-forwarded',
    'forwarded',
    'via',
    'x-real-ip',
    'x-client-ip',
    'x-cluster-client-ip',
    'x-original-forwarded-for',
    'x-original-host',
    'x-rewrite-url',
    'x-envoy-external-address',
    'x-amzn-trace-id',
    'x-azure-clientip',
    'x-cloud-trace-context',
    'cf-connecting-ip',
    'cf-ray',
    'cdn-loop',
    'true-client-ip',
    'fastly-client-ip',
    'fly-client-ip',
    'x-scheme',
    'front-end-https',
    'proxy-connection',
  ].map((header) => ({ host: '127.0.0.1:4900', [header]: '127.0.0.1' })),
])('the demo door is closed to %j', async (headers) => {
  desk = await startDesk({ demo: true });
  const browser = desk.browser();
  const { demo } = (await browser.call('GET', '/_/session')).json as SessionAnswer;
  expect((await browser.call('GET', '/_/session', { headers })).json).toMatchObject({ demo: null });
  const refused = await browser.call('POST', '/_/session', { headers, body: { demo: demo?.[0]?.id } });
  expect((refused.json as { code: string }).code).toBe('demo_closed');
});

test('the headers of browsers and of command-line clients leave the demo door open', async () => {
  desk = await startDesk({ demo: true });
  const headers = {
    'user-agent': 'curl/8.5',
    accept: '*/*',
    'accept-language': 'ja',
    referer: 'http://localhost:4900/',
    origin: 'http://localhost:4900',
    'sec-fetch-site': 'same-origin',
    'sec-ch-ua': '"Chromium"',
    'x-requested-with': 'XMLHttpRequest',
    'cache-control': 'no-cache',
    dnt: '1',
    'upgrade-insecure-requests': '1',
    connection: 'keep-alive',
  };
  const answer = (await desk.browser().call('GET', '/_/session', { headers })).json as SessionAnswer;
  expect(answer.demo?.length).toBeGreaterThan(0);
});
