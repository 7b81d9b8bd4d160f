// Also in the portable form: sessions end inside the write of a user.
import type { KeyMade, PasswordAnswer } from '@ninefold/model';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { PASSWORD, startDesk, type Desk } from '../testing/start-desk.ts';

let desk: Desk;
let dan: Browser;
beforeEach(async () => {
  desk = await startDesk();
  dan = await desk.signedIn('dan@example.com');
});
afterEach(() => desk.close());

const NEW = 'quiet tin rooster';
const idOf = async (email: string): Promise<string> => (await desk.service.records.userByEmail(email)) ?? '';
const status = async (browser: Browser): Promise<number> => (await browser.call('GET', '/api/note')).status;

test.each(['PATCH', 'bulk'])(
  'whoever is deactivated by %s stays signed out when they are active again',
  async (way) => {
    const [first, second] = [await desk.signedIn('bo@example.com'), await desk.signedIn('bo@example.com')];
    const bo = await idOf('bo@example.com');
    const { address } = (await dan.call('POST', `/_/accounts/${bo}/invitation`)).json as { address: string };
    const change = async (active: boolean): Promise<void> => {
      const answer =
        way === 'bulk'
          ? await dan.call('POST', '/api/user/bulk', { body: { action: 'update', ids: [bo], values: { active } } })
          : await dan.call('PATCH', `/api/user/${bo}`, { body: { active } });
      expect(answer.status).toBe(200);
    };
    await change(false);
    expect([await status(first), await status(second)]).toEqual([401, 401]);
    await change(true);
    expect([await status(first), await status(second)]).toEqual([401, 401]);
    expect((await desk.browser().call('GET', address)).status).toBe(410);
    expect(await status(await desk.signedIn('bo@example.com'))).toBe(200);
  },
);

test('who knows the password of a closed account is told that it is closed, and nobody else', async () => {
  const bo = await idOf('bo@example.com');
  await dan.call('PATCH', `/api/user/${bo}`, { body: { active: false } });
  const codes = async (email: string, password: string): Promise<unknown> => {
    const { status: answered, json } = await desk.browser().signIn(email, password);
    return [answered, (json as { code?: string }).code];
  };
  expect(await codes('bo@example.com', PASSWORD)).toEqual([401, 'account_closed']);
  expect(await codes('bo@example.com', NEW)).toEqual([401, 'wrong_sign_in']);
  expect(await codes('nobody@example.com', PASSWORD)).toEqual([401, 'wrong_sign_in']);
  await dan.call('PATCH', `/api/user/${bo}`, { body: { active: true } });
  expect(await codes('bo@example.com', PASSWORD)).toEqual([200, undefined]);
});

test('a deactivation that is undone by a later refusal in the same batch ends nothing', async () => {
  const bo = await desk.signedIn('bo@example.com');
  const id = await idOf('bo@example.com');
  const writes = [
    { action: 'update', entity: 'user', id, values: { active: false } },
    { action: 'update', entity: 'user', id: await idOf('dan@example.com'), values: { active: false } },
  ];
  expect((await dan.call('POST', '/api/batch', { body: { writes } })).status).toBe(409);
  expect(await status(bo)).toBe(200);
});

test('a change of another field of the user, and of their roles, ends no session', async () => {
  const bo = await desk.signedIn('bo@example.com');
  const id = await idOf('bo@example.com');
  expect((await dan.call('PATCH', `/api/user/${id}`, { body: { roles: ['boss'], name: 'Bo' } })).status).toBe(200);
  expect(await status(bo)).toBe(200);
});

test('a new password gives the session a new token, and the old one opens nothing', async () => {
  const bo = await desk.signedIn('bo@example.com');
  const old = bo.cookies.get('desk_session') ?? '';
  const answer = await bo.call('POST', '/_/password', { body: { current: PASSWORD, password: NEW } });
  expect([answer.status, (answer.json as { me: { name: string } }).me.name]).toEqual([200, 'Bo Writer']);
  expect(bo.cookies.get('desk_session')).not.toBe(old);
  expect(await status(bo)).toBe(200);
  expect((await bo.call('POST', '/api/note', { body: { subject: 'x' } })).status).toBe(201);
  const thief = desk.browser();
  thief.cookies.set('desk_session', old);
  expect(await status(thief)).toBe(401);
});

test('a new password ends keys where that is asked for: those in the name of the person and those they made', async () => {
  const [danId, boId] = [await idOf('dan@example.com'), await idOf('bo@example.com')];
  const make = async (user: string): Promise<string> => {
    const body = { name: 'x', role: 'writer', user, days: 1 };
    return ((await dan.call('POST', '/_/keys', { body })).json as KeyMade).secret;
  };
  const [own, forBo] = [await make(danId), await make(boId)];
  const use = async (secret: string): Promise<number> => {
    const headers = { authorization: `Bearer ${secret}` };
    return (await desk.browser().call('GET', '/api/note', { headers, xsrf: false })).status;
  };
  const keys = async (browser: Browser): Promise<number> =>
    ((await browser.call('GET', '/_/password')).json as PasswordAnswer).keys;
  expect([await keys(dan), await keys(await desk.signedIn('bo@example.com'))]).toEqual([2, 1]);
  await dan.call('POST', '/_/password', { body: { current: PASSWORD, password: NEW } });
  expect([await use(own), await use(forBo)]).toEqual([200, 200]);
  const body = { current: NEW, password: `${NEW} again`, end_keys: true };
  expect((await dan.call('POST', '/_/password', { body })).status).toBe(200);
  expect([await use(own), await use(forBo), await keys(dan)]).toEqual([401, 401, 0]);
});

test('signing out lets the browser forget answers, and neither its cookies for other applications nor its settings', async () => {
  const bo = await desk.signedIn('bo@example.com');
  const answer = await bo.call('DELETE', '/_/session');
  expect(answer.headers['clear-site-data']).toBe('"cache"');
  expect((await bo.call('GET', '/_/session')).headers['clear-site-data']).toBeUndefined();
});
