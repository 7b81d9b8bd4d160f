import * as fc from 'fast-check';
import type { AuditAct, KeyAnswer, KeyMade, ListAnswer, RecordValue } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../clock.ts';
import { hashPassword } from '../accounts/password.ts';
import { linkFor } from '../start/direct/direct-link.ts';
import type { Answer, Browser } from '../testing/browser.ts';
import { fuzzRuns } from '../testing/fuzz-runs.ts';
import { PASSWORD, startDesk, type Desk } from '../testing/start-desk.ts';

/** Roles as an author may combine them; everybody has `staff`. */
const YAML = `ninefold: 1
purpose: { name: desk, does: Keeps things., audience: { staff: Everybody }, languages: [en, ja], time_zone: UTC }
entities:
  thing:
    title: name
    fields:
      name: { type: string, required: true, label: Thing }
      owner: { type: reference, to: user, default: = user, immutable: true, label: Owner }
roles:
  staff:
    members: everyone
    thing: { create: true, read: record.owner == user, update: record.owner == user, history: true }
    user: { refer: true }
  high: { runtime: [spec], thing: { read: true } }
  keeper: { runtime: [keys] }
  helper: { runtime: [users], user: { read: true } }
  inviter: { runtime: [users], user: { read: true, grant: [high] } }
  deputy: { runtime: [keys, users, impersonate], user: { read: true, grant: [high] } }
  plain_deputy: { runtime: [keys, users, impersonate], user: { read: true } }
  administrator: { runtime: [spec, users, keys, impersonate, faults], thing: { history: true }, user: { read: true, update: true, grant: [high, keeper, helper, inviter, deputy, plain_deputy, administrator] } }
`;
const ROLES = ['high', 'keeper', 'helper', 'inviter', 'deputy', 'plain_deputy', 'administrator'];
/** What each role may give, as the specification says it. */
const GIVES: Readonly<Record<string, readonly string[]>> = {
  inviter: ['high'],
  deputy: ['high'],
  administrator: ROLES,
};
const ACTING = ['deputy', 'plain_deputy', 'administrator'];

let desk: Desk;
const ids = new Map<string, string>();
let hash: string;

beforeAll(async () => {
  desk = await startDesk({ files: [{ path: 'app.yaml', text: YAML }], accounts: false });
  hash = await hashPassword(PASSWORD);
  await add('low', []);
  for (const role of ROLES) await add(role, [role]);
});
afterAll(() => desk.close());

async function add(name: string, roles: readonly string[], password = true): Promise<string> {
  const { records, credentials } = desk.service;
  const id = await records.addUser({ name, email: `${name}@example.com`, language: null, roles });
  if (password) await credentials.set(id, hash);
  ids.set(name, id);
  return id;
}

const idOf = (name: string): string => ids.get(name) ?? '';
const signedIn = (name: string): Promise<Browser> => desk.signedIn(`${name}@example.com`);
const codeOf = ({ json }: Answer): string => (json as { code: string }).code;
const key = (browser: Browser, user: string, role = 'staff'): Promise<Answer> =>
  browser.call('POST', '/_/keys', { body: { name: 'x', role, user, days: 1 } });
const invite = (browser: Browser, user: string): Promise<Answer> =>
  browser.call('POST', `/_/accounts/${user}/invitation`);
const by = (secret: string, body?: object) => ({
  xsrf: false,
  headers: { authorization: `Bearer ${secret}` },
  ...(body === undefined ? {} : { body }),
});

test('the right to keys alone makes no key in the name of another, whatever roles both have', async () => {
  const keeper = await signedIn('keeper');
  expect((await key(keeper, idOf('keeper'))).status).toBe(201);
  for (const name of ['low', 'high', 'administrator']) {
    const refused = await key(keeper, idOf(name));
    expect([refused.status, codeOf(refused)]).toEqual([403, 'not_in_their_name']);
  }
});

test('the right to users alone takes over nobody: neither who has a password nor who has none', async () => {
  const helper = await signedIn('helper');
  const fresh = await add('fresh', [], false);
  for (const id of [idOf('low'), idOf('high'), fresh]) {
    const refused = await invite(helper, id);
    expect([refused.status, codeOf(refused)]).toEqual([403, 'not_in_their_name']);
  }
  const inviter = await signedIn('inviter');
  expect((await invite(inviter, fresh)).status).toBe(201);
  expect(codeOf(await invite(inviter, idOf('low')))).toBe('not_in_their_name');
});

test('nobody makes a link to their own password, so that a stolen session does not become the account', async () => {
  for (const name of ['administrator', 'deputy'])
    expect(codeOf(await invite(await signedIn(name), idOf(name)))).toBe('not_in_their_name');
});

test('a command on the server lets an administrator back in who has lost their password, and the log says so', async () => {
  const link = { email: 'administrator@example.com', clock: systemClock, log: () => undefined };
  const { token } = await linkFor(desk.place, desk.service.application, link);
  const before = await signedIn('administrator');
  const browser = desk.browser();
  await browser.call('GET', '/_/session');
  expect((await browser.call('GET', `/_/setup/${token}`)).json).toMatchObject({
    kind: 'invitation',
    name: 'administrator',
  });
  const sent = { body: { password: PASSWORD } };
  expect((await browser.call('POST', `/_/setup/${token}`, sent)).status).toBe(200);
  expect((await browser.call('GET', '/api/user')).status).toBe(200);
  expect((await before.call('GET', '/api/user')).status).toBe(401);
  expect(codeOf(await browser.call('POST', `/_/setup/${token}`, sent))).toBe('setup_used');
  const about = { people: [idOf('administrator')], from: null, to: null, address: null, after: null, size: 1 };
  const last = async (act: AuditAct) => (await desk.service.audit.page({ ...about, act })).items[0];
  expect(await last('link_made')).toMatchObject({ by: null, address: null, details: { reset: true } });
  expect(await last('password_set')).toMatchObject({ by: idOf('administrator'), details: {} });
});

test('whoever may act for others does so within what they may give', async () => {
  const [deputy, plain] = [await signedIn('deputy'), await signedIn('plain_deputy')];
  expect((await key(deputy, idOf('low'))).status).toBe(201);
  expect((await key(deputy, idOf('high'), 'high')).status).toBe(201);
  expect((await invite(deputy, idOf('high'))).status).toBe(201);
  expect((await key(plain, idOf('low'))).status).toBe(201);
  for (const refused of [
    await key(deputy, idOf('keeper')),
    await key(deputy, idOf('administrator')),
    await invite(deputy, idOf('administrator')),
    await key(plain, idOf('high')),
    await invite(plain, idOf('high')),
  ])
    expect([refused.status, codeOf(refused)]).toEqual([403, 'not_in_their_name']);
});

test('what is done with such a key has both names in the history', async () => {
  const { secret } = (await key(await signedIn('deputy'), idOf('low'))).json as KeyMade;
  const program = desk.browser();
  const { id } = (await program.call('POST', '/api/thing', by(secret, { name: 'A' }))).json as RecordValue;
  await program.call('PATCH', `/api/thing/${id}`, by(secret, { name: 'B' }));
  const low = await signedIn('low');
  await low.call('PATCH', `/api/thing/${id}`, { body: { name: 'C' } });
  const { items } = (await low.call('GET', `/api/thing/${id}/history`)).json as unknown as ListAnswer;
  expect(items.map((entry) => [entry['by'], entry['key_by']])).toEqual([
    [{ id: idOf('low'), title: 'low' }, null],
    [
      { id: idOf('low'), title: 'low' },
      { id: idOf('deputy'), title: 'deputy' },
    ],
    [
      { id: idOf('low'), title: 'low' },
      { id: idOf('deputy'), title: 'deputy' },
    ],
  ]);
});

test('a key in the name of another ends with its maker, and with the right of its maker', async () => {
  const admin = await signedIn('administrator');
  const maker = await add('maker', ['deputy']);
  const { secret, key: made } = (await key(await signedIn('maker'), idOf('low'))).json as KeyMade;
  const use = async (): Promise<number> => (await desk.browser().call('GET', '/api/thing', by(secret))).status;
  const change = async (user: string, body: object): Promise<void> =>
    expect((await admin.call('PATCH', `/api/user/${user}`, { body })).status).toBe(200);
  const usable = async (): Promise<boolean | undefined> => {
    const { items } = (await admin.call('GET', '/_/keys')).json as { readonly items: readonly KeyAnswer[] };
    return items.find(({ id }) => id === made.id)?.usable;
  };
  expect([await use(), await usable()]).toEqual([200, true]);
  await change(maker, { active: false });
  expect([await use(), await usable()]).toEqual([401, false]);
  await change(maker, { active: true });
  expect([await use(), await usable()]).toEqual([200, true]);
  await change(maker, { roles: ['keeper'] });
  expect([await use(), await usable()]).toEqual([401, false]);
  await change(maker, { roles: ['deputy'] });
  await change(idOf('low'), { roles: ['keeper'] });
  expect([await use(), await usable()]).toEqual([401, false]);
  await change(idOf('low'), { roles: [] });
  expect(await use()).toBe(200);
});

test('a link ends with its maker, with the right of its maker, and with roles that its maker may not give', async () => {
  const admin = await signedIn('administrator');
  const [maker, fresh] = [await add('linker', ['inviter']), await add('newcomer', [], false)];
  const { address } = (await invite(await signedIn('linker'), fresh)).json as { address: string };
  const open = async (): Promise<number> => (await desk.browser().call('GET', address)).status;
  const change = async (user: string, body: object): Promise<void> =>
    expect((await admin.call('PATCH', `/api/user/${user}`, { body })).status).toBe(200);
  expect(await open()).toBe(200);
  await change(fresh, { roles: ['administrator'] });
  expect(await open()).toBe(410);
  const taker = desk.browser();
  await taker.call('GET', '/_/session');
  expect((await taker.call('POST', address, { body: { password: 'quiet tin rooster' } })).status).toBe(410);
  await change(fresh, { roles: ['high'] });
  expect(await open()).toBe(200);
  await change(maker, { roles: ['helper'] });
  expect(await open()).toBe(410);
  await change(maker, { roles: ['inviter'] });
  expect(await open()).toBe(200);
  await change(maker, { active: false });
  expect(await open()).toBe(410);
});

test('keys of others are neither seen nor ended by who could not make them', async () => {
  const admin = await signedIn('administrator');
  const { key: own } = (await key(admin, idOf('administrator'), 'administrator')).json as KeyMade;
  const { key: forLow } = (await key(admin, idOf('low'))).json as KeyMade;
  const seenBy = async (name: string): Promise<readonly string[]> => {
    const { items } = (await (await signedIn(name)).call('GET', '/_/keys')).json as { items: KeyAnswer[] };
    return items.map(({ id }) => id);
  };
  expect(await seenBy('keeper')).not.toContain(own.id);
  expect(await seenBy('keeper')).not.toContain(forLow.id);
  expect(await seenBy('deputy')).toContain(forLow.id);
  expect(await seenBy('deputy')).not.toContain(own.id);
  const keeper = await signedIn('keeper');
  for (const { id } of [own, forLow]) {
    const refused = await keeper.call('DELETE', `/_/keys/${id}`);
    expect([refused.status, codeOf(refused)]).toEqual([404, 'not_found']);
  }
  expect((await (await signedIn('deputy')).call('DELETE', `/_/keys/${forLow.id}`)).status).toBe(204);
  expect((await admin.call('DELETE', `/_/keys/${own.id}`)).status).toBe(204);
});

test('for roles drawn at random, keys and links follow what the specification says', async () => {
  const some = fc.uniqueArray(fc.constantFrom(...ROLES), { maxLength: 3 });
  let count = 0;
  const gives = (roles: readonly string[]): readonly string[] => roles.flatMap((role) => GIVES[role] ?? []);
  await fc.assert(
    fc.asyncProperty(some, some, fc.boolean(), async (makers, theirs, hasPassword) => {
      count += 1;
      await add(`m${String(count)}`, makers);
      const user = await add(`u${String(count)}`, theirs, hasPassword);
      const browser = await signedIn(`m${String(count)}`);
      const acts = makers.some((role) => ACTING.includes(role)) && theirs.every((role) => gives(makers).includes(role));
      const isKeeper = makers.some((role) => ['keeper', ...ACTING].includes(role));
      const isHelper = makers.some((role) => ['helper', 'inviter', ...ACTING].includes(role));
      const first = gives(makers).length > 0 && theirs.every((role) => gives(makers).includes(role));
      expect((await key(browser, user)).status).toBe(isKeeper && acts ? 201 : 403);
      expect((await invite(browser, user)).status).toBe(isHelper && (hasPassword ? acts : first) ? 201 : 403);
    }),
    fuzzRuns(25),
  );
}, 60_000);
