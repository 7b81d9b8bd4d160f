// Also in the portable form: the log beside other writes.
import type { AuditAnswer, KeyMade } from '@ninefold/model';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Answer, Browser } from '../testing/browser.ts';
import { PASSWORD, startDesk, type Desk } from '../testing/start-desk.ts';

let desk: Desk;
let dan: Browser;
beforeEach(async () => {
  desk = await startDesk();
  desk.wait(1); // behind the entry of the start
  dan = await desk.signedIn('dan@example.com');
});
afterEach(() => desk.close());

const NEW = 'quiet tin rooster';
const idOf = async (email: string): Promise<string> => (await desk.service.records.userByEmail(email)) ?? '';
const read = async (query = ''): Promise<AuditAnswer> =>
  (await dan.call('GET', `/_/audit${query}`)).json as AuditAnswer;
/** What happened since the administrator signed in, oldest first: act, who, whom. */
async function acts(query = ''): Promise<readonly (readonly (string | null)[])[]> {
  const { items } = await read(query);
  const name = (user: { readonly id: string; readonly title?: string } | null): string | null =>
    user?.title ?? user?.id ?? null;
  return items.toReversed().map(({ act, by, about }) => [act, name(by), name(about)]);
}

test('signing in and out, and what was refused, with the address and without what was typed', async () => {
  const ada = await desk.signedIn('ada@example.com');
  await ada.call('DELETE', '/_/session');
  for (const [email, password] of [
    ['bo@example.com', 'a secret of somebody'],
    ['my secret in the wrong box', PASSWORD],
  ] as const)
    expect((await desk.browser().signIn(email, password)).status).toBe(401);
  expect(await acts()).toEqual([
    ['specification_changed', null, null],
    ['signed_in', 'Dan Admin', 'Dan Admin'],
    ['signed_in', 'Ada Writer', 'Ada Writer'],
    ['signed_out', 'Ada Writer', 'Ada Writer'],
    ['sign_in_refused', null, 'Bo Writer'],
    ['sign_in_refused', null, null],
  ]);
  const { items } = await read('?act=sign_in_refused');
  expect(items.map(({ address }) => address)).toEqual(['127.0.0.1', '127.0.0.1']);
  expect(JSON.stringify(await desk.database.read.all('SELECT * FROM "_audit"', []))).not.toContain('secret');
});

test('the attempt that locks an account out is told once', async () => {
  const browser = desk.browser();
  for (let n = 0; n < 6; n += 1) await browser.signIn('ada@example.com', 'wrong');
  expect((await acts('?person=ada@example.com')).map(([act]) => act)).toEqual([
    'sign_in_refused',
    'sign_in_refused',
    'sign_in_refused',
    'locked_out',
  ]);
});

test('links, passwords and keys, without their secrets', async () => {
  const [ada, bo] = [await idOf('ada@example.com'), await idOf('bo@example.com')];
  const { address } = (await dan.call('POST', `/_/accounts/${ada}/invitation`)).json as { address: string };
  const browser = desk.browser();
  await browser.call('GET', '/_/session');
  await browser.call('POST', address, { body: { password: NEW } });
  await browser.call('POST', '/_/password', { body: { current: 'wrong', password: `${NEW} again` } });
  await browser.call('POST', '/_/password', { body: { current: NEW, password: `${NEW} again` } });
  const body = { name: 'Reports', role: 'writer', user: bo, days: 30 };
  const { secret, key } = (await dan.call('POST', '/_/keys', { body })).json as KeyMade;
  await dan.call('DELETE', `/_/keys/${key.id}`);
  expect((await acts()).slice(2)).toEqual([
    ['link_made', 'Dan Admin', 'Ada Writer'],
    ['password_set', 'Ada Writer', 'Ada Writer'],
    ['password_refused', 'Ada Writer', 'Ada Writer'],
    ['password_changed', 'Ada Writer', 'Ada Writer'],
    ['key_made', 'Dan Admin', 'Bo Writer'],
    ['key_ended', 'Dan Admin', 'Bo Writer'],
  ]);
  const [made] = (await read('?act=key_made')).items;
  expect(made?.details).toEqual({ name: 'Reports', role: 'writer', expires_at: key.expires_at });
  const [set] = (await read('?act=password_set')).items;
  expect(set?.details).toEqual({ link_by: { id: await idOf('dan@example.com'), title: 'Dan Admin' } });
  const stored = JSON.stringify(await desk.database.read.all('SELECT * FROM "_audit"', []));
  for (const text of [secret, NEW, address.split('/').at(-1) ?? '', 'nfk_']) expect(stored).not.toContain(text);
});

test('changes of accounts, on whatever way they come; other fields of a user are not the log’s', async () => {
  const bo = await idOf('bo@example.com');
  const made = await dan.call('POST', '/api/user', {
    body: { name: 'Fay', email: 'fay@example.com', roles: ['boss'] },
  });
  expect(made.status).toBe(201);
  await dan.call('PATCH', `/api/user/${bo}`, { body: { roles: ['boss'] } });
  await dan.call('PATCH', `/api/user/${bo}`, { body: { name: 'Bo the Writer' } });
  const values = { active: false };
  expect((await dan.call('POST', '/api/user/bulk', { body: { action: 'update', ids: [bo], values } })).status).toBe(
    200,
  );
  const { items } = await read();
  expect(items.slice(0, 3).map(({ act, by, details }) => [act, by?.title, details])).toEqual([
    ['user_changed', 'Dan Admin', { active: { old: true, new: false } }],
    ['user_changed', 'Dan Admin', { roles: { old: [], new: ['boss'] } }],
    ['user_created', 'Dan Admin', { roles: ['boss'], active: true, email: 'fay@example.com' }],
  ]);
  expect(items.every(({ address }) => address === '127.0.0.1' || address === null)).toBe(true);
});

test('a change that is refused leaves no trace of having happened', async () => {
  const cleo = await desk.signedIn('cleo@example.com');
  await cleo.call('PATCH', `/api/user/${await idOf('bo@example.com')}`, { body: { active: false } });
  await cleo.call('POST', '/_/keys', { body: { name: 'x', role: 'boss', days: 1 } });
  expect((await acts()).slice(2).map(([act]) => act)).toEqual(['signed_in']);
});

test('exports are kept with what they take', async () => {
  const cleo = await desk.signedIn('cleo@example.com');
  expect((await cleo.call('GET', '/api/note?format=csv')).status).toBe(200);
  expect((await cleo.call('GET', '/api/note')).status).toBe(200);
  const [newest] = (await read()).items;
  expect([newest?.act, newest?.by?.title, newest?.details]).toEqual([
    'exported',
    'Cleo Boss',
    { entity: 'note', format: 'csv' },
  ]);
});

test('only who has the right reads the log', async () => {
  const codes = async (browser: Browser): Promise<unknown> => {
    const answer: Answer = await browser.call('GET', '/_/audit');
    return [answer.status, (answer.json as { code: string }).code];
  };
  expect(await codes(await desk.signedIn('cleo@example.com'))).toEqual([403, 'forbidden']);
  const stranger = desk.browser();
  expect(await codes(stranger)).toEqual([401, 'signed_out']);
});

test('days are those of the application, both included, and what is no day is refused', async () => {
  desk.wait(15 * 3_600_000); // beyond midnight
  dan = await desk.signedIn('dan@example.com');
  expect((await acts('?from=2026-03-06')).length).toBe(1);
  expect((await acts('?to=2026-03-05')).length).toBe(2);
  expect((await acts('?from=2026-03-05&to=2026-03-06')).length).toBe(3);
  expect((await acts('?from=2026-03-05T09:00:00Z&to=2026-03-05T09:00:01Z')).length).toBe(2);
  for (const query of ['from=yesterday', 'to=2026-02-30', 'act=nothing']) {
    const answer = await dan.call('GET', `/_/audit?${query}`);
    expect([answer.status, (answer.json as { code: string }).code]).toEqual([400, 'bad_parameter']);
  }
  expect(await acts('?person=nobody@example.com')).toEqual([]);
  expect((await acts(`?person=${await idOf('dan@example.com')}`)).length).toBe(2);
});

test('the log holds more than one page', async () => {
  for (let n = 0; n < 60; n += 1) await desk.service.audit.note({ act: 'exported', details: { n } });
  const first = await read('?act=exported');
  const second = await read(`?act=exported&after=${first.next ?? ''}`);
  expect([first.items.length, second.items.length, second.next]).toEqual([50, 10, null]);
  expect(new Set([...first.items, ...second.items].map(({ details }) => details['n'])).size).toBe(60);
});

const STAFF = `ninefold: 1
purpose: { name: desk, languages: [en] }
entities:
  notice: { title: name, fields: { name: { type: string }, whom: { type: reference, to: user } } }
states:
  user:
    initial: here
    states: { here: { kind: active }, away: { kind: done } }
    transitions: { leave: { from: here, to: away, by: administrator, set: { active: false } } }
  notice:
    initial: open
    states: { open: { kind: active }, done: { kind: done } }
    transitions: { apply: { from: open, to: done, by: administrator, fire: { each: record.whom, transition: leave } } }
roles:
  writer: {}
  boss: { runtime: [audit] }
  administrator: { notice: all, runtime: [audit, users], user: { read: true, update: true } }
`;

test('what the application did has no person, and names what caused it as far as the reader may know of it', async () => {
  const staff = await startDesk({ files: [{ path: 'app.yaml', text: STAFF }] });
  try {
    const admin = await staff.signedIn('dan@example.com');
    const whom = await staff.service.records.userByEmail('bo@example.com');
    const { id } = (await admin.call('POST', '/api/notice', { body: { name: 'Bo leaves', whom } })).json as {
      id: string;
    };
    expect((await admin.call('POST', `/api/notice/${id}/apply`)).status).toBe(200);
    const newest = async (browser: Browser) =>
      ((await browser.call('GET', '/_/audit?act=user_changed')).json as AuditAnswer).items[0];
    const own = { kind: 'effect', name: 'apply', entity: 'notice', record: { id, title: 'Bo leaves' } };
    expect(await newest(admin)).toMatchObject({ by: null, address: null, cause: own });
    expect(await newest(await staff.signedIn('cleo@example.com'))).toMatchObject({
      by: null,
      address: null,
      cause: null,
    });
  } finally {
    await staff.close();
  }
});
