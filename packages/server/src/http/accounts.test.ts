// Also in the portable form: calls that write.
import { afterEach, expect, test } from 'vitest';
import type { ListAnswer } from '@ninefold/model';
import { hashPassword } from '../accounts/password.ts';
import type { Browser } from '../testing/browser.ts';
import { PASSWORD, startDesk, type Desk } from '../testing/start-desk.ts';

let desk: Desk;
afterEach(() => desk.close());

async function idOf(admin: Browser, email: string): Promise<string> {
  const { items } = (await admin.call('GET', '/api/user')).json as ListAnswer;
  return items.find((item) => item['email'] === email)?.id ?? '';
}

async function invited(): Promise<{ readonly admin: Browser; readonly link: string }> {
  desk = await startDesk();
  const admin = await desk.signedIn('dan@example.com');
  const answer = await admin.call('POST', `/_/accounts/${await idOf(admin, 'ada@example.com')}/invitation`);
  expect(answer.status).toBe(201);
  return { admin, link: (answer.json as { address: string }).address };
}

test('an invited user sets a password by the link, once, and is signed in; older sessions end', async () => {
  const { link } = await invited();
  const old = await desk.signedIn('ada@example.com');
  const browser = desk.browser();
  await browser.call('GET', '/_/session');
  expect((await browser.call('GET', link)).json).toEqual({
    kind: 'invitation',
    name: 'Ada Writer',
    email: 'ada@example.com',
    time_zone: null,
  });
  const short = await browser.call('POST', link, { body: { password: 'short' } });
  expect((short.json as { code: string }).code).toBe('invalid');
  expect((await browser.call('POST', link, { body: { password: 'quiet tin rooster' } })).json).toMatchObject({
    me: { name: 'Ada Writer' },
  });
  expect((await old.call('POST', '/api/note', { body: { subject: 'x' } })).status).toBe(401);
  expect((await desk.browser().signIn('ada@example.com', PASSWORD)).status).toBe(401);
  expect((await desk.browser().signIn('ada@example.com', 'quiet tin rooster')).status).toBe(200);
  expect((await browser.call('POST', link, { body: { password: 'quiet tin rooster' } })).status).toBe(410);
  expect((await browser.call('GET', link)).status).toBe(410);
  expect(JSON.stringify(await desk.database.read.all('SELECT * FROM "_credential"', []))).not.toContain(
    'quiet tin rooster',
  );
});

test('two who use one link at once: one of them', async () => {
  const { link } = await invited();
  const uses = [1, 2].map(async (each) => {
    const browser = desk.browser();
    await browser.call('GET', '/_/session');
    return (await browser.call('POST', link, { body: { password: `quiet tin rooster ${String(each)}` } })).status;
  });
  expect((await Promise.all(uses)).filter((status) => status === 200)).toEqual([200]);
});

test('a link ends after three days, and with the next one', async () => {
  const { admin, link } = await invited();
  const next = await admin.call('POST', `/_/accounts/${await idOf(admin, 'ada@example.com')}/invitation`);
  expect((await desk.browser().call('GET', link)).status).toBe(410);
  const { address, expires_at } = next.json as { address: string; expires_at: string };
  expect(expires_at).toBe('2026-03-08T09:00:00.000Z');
  desk.wait(72 * 3_600_000 - 1);
  expect((await desk.browser().call('GET', address)).status).toBe(200);
  desk.wait(1);
  expect((await desk.browser().call('GET', address)).status).toBe(410);
});

test('a link that is no link says the same whether or not somebody has an account, and names nobody', async () => {
  await invited();
  const unknown = `/_/setup/${'A'.repeat(43)}`;
  const withAccounts = await desk.browser().call('GET', unknown);
  await desk.close();
  desk = await startDesk({ accounts: false });
  const withoutAccounts = await desk.browser().call('GET', unknown);
  for (const { status, json } of [withAccounts, withoutAccounts]) {
    expect([status, (json as { code: string }).code]).toEqual([410, 'setup_used']);
    expect(json).not.toHaveProperty('email');
  }
  const known = await desk.browser().call('GET', `/_/setup/${desk.service.setup.token ?? ''}`);
  expect(known.json).toEqual({
    ...{ kind: 'first_administrator', name: null, email: null },
    time_zone: desk.service.application.model.timeZone,
  });
});

test('the link of somebody who is no longer active is no link any more', async () => {
  const { admin, link } = await invited();
  const ada = await idOf(admin, 'ada@example.com');
  await desk.database.write((tx) => tx.run('UPDATE "user" SET "active" = FALSE WHERE "id" = ?', [ada]));
  const browser = desk.browser();
  await browser.call('GET', '/_/session');
  expect((await browser.call('GET', link)).status).toBe(410);
  expect((await browser.call('POST', link, { body: { password: 'quiet tin rooster' } })).status).toBe(410);
});

test('the session says whether there is a password to change', async () => {
  desk = await startDesk({ demo: true });
  const guest = { name: 'Gus Guest', email: 'gus@example.com', language: null, roles: [] };
  const withoutPassword = await desk.service.records.addUser(guest);
  const byDoor = desk.browser();
  expect((await byDoor.call('GET', '/_/session')).json).toMatchObject({ me: null, password: false });
  expect((await byDoor.call('POST', '/_/session', { body: { demo: withoutPassword } })).json).toMatchObject({
    me: { name: 'Gus Guest' },
    password: false,
  });
  const ada = await desk.signedIn('ada@example.com');
  expect((await ada.call('GET', '/_/session')).json).toMatchObject({ me: { name: 'Ada Writer' }, password: true });
});

const SMALL = 'ninefold: 1\npurpose: { name: small, languages: [en] }\nroles: { reader: { members: everyone } }\n';

test('a demonstration without people has the link of the first administrator, and with people none', async () => {
  desk = await startDesk({ demo: true, accounts: false });
  const { setup, records } = desk.service;
  expect([setup.token !== null, await setup.isOpen(), await records.demoAccounts()]).toEqual([true, true, []]);
  await desk.close();
  const people = { path: 'data/demo/user.csv', text: 'email,name\npat@example.com,Pat\n' };
  desk = await startDesk({ demo: true, accounts: false, files: [{ path: 'app.yaml', text: SMALL }, people] });
  expect(desk.service.setup.token).toBeNull();
});

test('only who cares for users invites, and only users that are there', async () => {
  const { admin } = await invited();
  const cleo = await desk.signedIn('cleo@example.com');
  const refused = await cleo.call('POST', `/_/accounts/${await idOf(admin, 'dan@example.com')}/invitation`);
  expect((refused.json as { code: string }).code).toBe('forbidden');
  expect((await admin.call('POST', '/_/accounts/nobody/invitation')).status).toBe(404);
});

test('nobody makes a link to more than they may give', async () => {
  desk = await startDesk();
  const { records, credentials } = desk.service;
  const hal = { name: 'Hal Helper', email: 'hal@example.com', language: null, roles: ['helper'] };
  await credentials.set(await records.addUser(hal), await hashPassword(PASSWORD));
  const helper = await desk.signedIn(hal.email);
  const invite = async (email: string): Promise<number> =>
    (await helper.call('POST', `/_/accounts/${await idOf(helper, email)}/invitation`)).status;
  for (const [name, roles] of [
    ['new', []],
    ['newboss', ['boss']],
    ['newadmin', ['administrator']],
  ] as const)
    await records.addUser({ name, email: `${name}@example.com`, language: null, roles });
  expect(await invite('new@example.com')).toBe(201);
  expect(await invite('newboss@example.com')).toBe(201);
  expect(await invite('newadmin@example.com')).toBe(403);
});

test('changing the own password asks for the current one, and ends the other sessions', async () => {
  desk = await startDesk();
  const ada = await desk.signedIn('ada@example.com');
  const other = await desk.signedIn('ada@example.com');
  const wrong = await ada.call('POST', '/_/password', { body: { current: 'wrong', password: 'quiet tin rooster' } });
  expect((wrong.json as { code: string }).code).toBe('wrong_sign_in');
  const same = await ada.call('POST', '/_/password', { body: { current: PASSWORD, password: PASSWORD } });
  expect(same.json).toMatchObject({ status: 422, errors: [{ path: 'password', code: 'same_password' }] });
  expect((await other.call('GET', '/api/note')).status).toBe(200);
  expect(
    (await ada.call('POST', '/_/password', { body: { current: PASSWORD, password: 'quiet tin rooster' } })).status,
  ).toBe(200);
  expect((await ada.call('GET', '/api/note')).status).toBe(200);
  expect((await other.call('GET', '/api/note')).status).toBe(401);
  expect((await desk.browser().signIn('ada@example.com', 'quiet tin rooster')).status).toBe(200);
});

test('faults are listed for roles that care for them', async () => {
  desk = await startDesk();
  await desk.service.faults.add({ message: 'broken' }, { source: 'server', user: null });
  const dan = await desk.signedIn('dan@example.com');
  expect((await dan.call('GET', '/_/faults')).json).toMatchObject({ items: [{ message: 'broken', source: 'server' }] });
  const ada = await desk.signedIn('ada@example.com');
  expect((await ada.call('GET', '/_/faults')).json).toMatchObject({ code: 'forbidden' });
});

test('who looks after users sees who has no password yet, and for whom a link is open', async () => {
  desk = await startDesk();
  const admin = await desk.signedIn('dan@example.com');
  const body = { name: 'Nora New', email: 'nora@example.com' };
  const nora = (await admin.call('POST', '/api/user', { body })).json as { id: string };
  const ask = async (browser: Browser, ids: readonly string[]) =>
    (await browser.call('GET', `/_/accounts?of=${ids.join(',')}`)).json;
  const ids = [nora.id, await idOf(admin, 'ada@example.com'), 'nobody'];
  expect(await ask(admin, ids)).toMatchObject({ items: [{ id: nora.id, invited: false }], unreached: [] });
  await admin.call('POST', `/_/accounts/${nora.id}/invitation`);
  expect(await ask(admin, ids)).toMatchObject({ items: [{ id: nora.id, invited: true }], unreached: [] });
  expect(
    await ask(
      admin,
      Array.from({ length: 201 }, () => 'x'),
    ),
  ).toMatchObject({ code: 'bad_parameter' });
  expect(await ask(await desk.signedIn('ada@example.com'), ids)).toMatchObject({ code: 'forbidden' });
  desk.wait(72 * 3_600_000);
  expect(await ask(await desk.signedIn('dan@example.com'), ids)).toMatchObject({
    items: [{ id: nora.id, invited: false }],
    unreached: [],
  });
});
