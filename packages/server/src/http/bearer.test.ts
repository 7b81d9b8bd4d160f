import { inspect } from 'node:util';
import type { KeyMade, RecordValue } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { PASSWORD, startDesk, type Desk } from '../testing/start-desk.ts';

let desk: Desk;
let ada: Browser;
let dan: Browser;
beforeAll(async () => {
  desk = await startDesk();
  [ada, dan] = [await desk.signedIn('ada@example.com'), await desk.signedIn('dan@example.com')];
});
afterAll(() => desk.close());

const idOf = async (email: string): Promise<string> => (await desk.service.records.userByEmail(email)) ?? '';
const make = async (role: string, user?: string): Promise<string> =>
  ((await dan.call('POST', '/_/keys', { body: { name: 'x', role, days: 1, user } })).json as KeyMade).secret;
const codeOf = ({ json }: { readonly json: unknown }): string => (json as { code: string }).code;

test.each([
  'nfk_',
  `nfk_${'A'.repeat(42)}`,
  `nfk_${'A'.repeat(44)}`,
  `nfk_${'A'.repeat(42)}é`,
  `NFK_${'A'.repeat(43)}`,
  'A'.repeat(43),
  `nfk_${'A'.repeat(43)}; x`,
])('Bearer %s is refused, also beside a session that stands', async (secret) => {
  const headers = { authorization: `Bearer ${secret}` };
  for (const [method, body] of [
    ['GET', undefined],
    ['POST', { subject: 'x' }],
  ] as const) {
    const answer = await ada.call(method, '/api/note', { headers, ...(body === undefined ? {} : { body }) });
    // What has not the form of this scheme is another scheme, and not looked at.
    const expected = secret.includes(' ') ? [method === 'GET' ? 200 : 201, undefined] : [401, 'bad_key'];
    expect([answer.status, answer.status < 300 ? undefined : codeOf(answer)]).toEqual(expected);
  }
});

test('a secret opens nothing as a parameter, as a cookie or in another header', async () => {
  const secret = await make('administrator');
  const stranger = desk.browser();
  stranger.cookies.set('desk_session', secret);
  for (const url of [
    `/api/note?key=${secret}`,
    `/api/note?access_token=${secret}`,
    `/api/note?authorization=Bearer%20${secret}`,
  ])
    expect((await stranger.call('GET', url, { headers: { 'x-api-key': secret } })).status).toBeGreaterThanOrEqual(400);
  expect(
    (await desk.browser().call('GET', '/api/note', { headers: { authorization: `Bearer ${secret}` } })).status,
  ).toBe(200);
});

test('a write with the anti-forgery value of another person, or in a form that pages of other sites can send, is refused', async () => {
  const foreign = dan.cookies.get('desk_xsrf') ?? '';
  const body = { subject: 'x' };
  const crossed = await ada.call('POST', '/api/note', { body, xsrf: false, headers: { 'x-xsrf-token': foreign } });
  expect([crossed.status, codeOf(crossed)]).toEqual([403, 'forged']);
  for (const type of [
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain',
    'text/plain;application/json',
  ]) {
    const sent = { body: '{"subject":"x"}', headers: { 'content-type': type } };
    expect([type, (await ada.call('POST', '/api/note', sent)).status]).toEqual([type, 415]);
    expect([type, (await ada.call('POST', '/api/note', { ...sent, xsrf: false })).status]).toEqual([type, 403]);
  }
});

test('an answer that is kept for a repeated write is given to nobody but who sent it, with the same roles', async () => {
  const [cleo, secret] = [
    await desk.signedIn('cleo@example.com'),
    await make('writer', await idOf('cleo@example.com')),
  ];
  const sent = { body: { subject: 'Mine', secret: 'closed to writers' }, headers: { 'idempotency-key': 'same' } };
  const first = await cleo.call('POST', '/api/note', sent);
  expect(first.status).toBe(201);
  const id = (first.json as RecordValue).id;
  for (const answer of [
    await ada.call('POST', '/api/note', sent),
    await desk.browser().call('POST', '/api/note', {
      ...sent,
      xsrf: false,
      headers: { ...sent.headers, authorization: `Bearer ${secret}` },
    }),
  ]) {
    expect(answer.text).not.toContain(id);
    expect(answer.text).not.toContain('closed to writers');
  }
  await dan.call('PATCH', `/api/user/${await idOf('cleo@example.com')}`, { body: { roles: [] } });
  const lost = await cleo.call('POST', '/api/note', sent);
  expect(lost.text).not.toContain(id);
  await dan.call('PATCH', `/api/user/${await idOf('cleo@example.com')}`, { body: { roles: ['boss'] } });
});

test('a role that is taken away opens nothing from the next call on, neither by session nor by key', async () => {
  const cleo = await desk.signedIn('cleo@example.com');
  const user = await idOf('cleo@example.com');
  const headers = { authorization: `Bearer ${await make('boss', user)}` };
  const read = async (): Promise<readonly number[]> => [
    (await cleo.call('GET', '/api/ledger')).status,
    (await desk.browser().call('GET', '/api/ledger', { headers })).status,
  ];
  expect(await read()).toEqual([200, 200]);
  await dan.call('PATCH', `/api/user/${user}`, { body: { roles: [] } });
  expect(await read()).toEqual([403, 401]);
  await dan.call('PATCH', `/api/user/${user}`, { body: { roles: ['boss'] } });
});

test('nothing that opens anything is stored as it is', async () => {
  const secret = await make('administrator');
  const link = (await dan.call('POST', `/_/accounts/${await idOf('bo@example.com')}/invitation`)).json as {
    address: string;
  };
  const secrets = [secret, ada.cookies.get('desk_session'), link.address.split('/').at(-1), PASSWORD].map(String);
  const stored: string[] = [];
  for (const table of [
    '_user_session',
    '_credential',
    '_invitation',
    '_api_key',
    '_try',
    '_audit',
    '_history',
    '_meta',
  ])
    stored.push(inspect(await desk.database.read.all(`SELECT * FROM "${table}"`, []), { maxArrayLength: null }));
  for (const text of secrets) {
    expect(text.length).toBeGreaterThan(15);
    expect(stored.join('\n')).not.toContain(text);
  }
  const [row] = await desk.database.read.all('SELECT "password" FROM "_credential" LIMIT 1', []);
  expect(row?.['password']).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w-]{22}\$[\w-]{43}$/);
});
