import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChangeSince, PresenceAnswer, RecordValue } from '@ninefold/model';
import { hashPassword } from '../accounts/password.ts';
import type { Browser } from '../testing/browser.ts';
import { PASSWORD, startDesk, type Desk } from '../testing/start-desk.ts';

let desk: Desk;
let ada: Browser;
let bo: Browser;
let cleo: Browser;
beforeAll(async () => {
  desk = await startDesk();
  ada = await desk.signedIn('ada@example.com');
  bo = await desk.signedIn('bo@example.com');
  cleo = await desk.signedIn('cleo@example.com');
});
afterAll(() => desk.close());

async function note(): Promise<RecordValue> {
  const { json } = await ada.call('POST', '/api/note', { body: { subject: 'Shared', amount: 1 } });
  return json as RecordValue;
}
const names = ({ json }: { readonly json: unknown }): readonly unknown[] =>
  (json as PresenceAnswer).editing.map(({ title }) => title);

test('who edits is named to other readers of the record, until they stop or give no sign', async () => {
  const { id, version } = await note();
  const url = `/_/presence/note/${id}`;
  expect(await ada.call('GET', url)).toMatchObject({ status: 200, json: { version, editing: [] } });
  expect(names(await cleo.call('POST', url))).toEqual([]);
  expect(names(await ada.call('GET', url))).toEqual(['Cleo Boss']);
  expect(names(await cleo.call('GET', url))).toEqual([]);
  desk.wait(10_000);
  await cleo.call('POST', url);
  desk.wait(10_000);
  expect(names(await ada.call('GET', url))).toEqual(['Cleo Boss']);
  desk.wait(6000);
  expect(names(await ada.call('GET', url))).toEqual([]);
  await cleo.call('POST', url);
  expect((await cleo.call('DELETE', url)).status).toBe(204);
  expect(names(await ada.call('GET', url))).toEqual([]);
});

test('who may not read the record learns nothing of it and is not named', async () => {
  const { id } = await note();
  const url = `/_/presence/note/${id}`;
  await cleo.call('POST', url);
  for (const method of ['GET', 'POST', 'DELETE'] as const) expect((await bo.call(method, url)).status).toBe(404);
  expect(names(await ada.call('GET', url))).toEqual(['Cleo Boss']);
  expect((await ada.call('GET', '/_/presence/ledger/x')).status).toBe(403);
  expect((await bo.call('GET', `/_/changes/note/${id}?since=0`)).status).toBe(404);
});

test('the changes since a version name who and what, without values, without closed fields, without one’s own', async () => {
  const { id, version } = await note();
  await cleo.call('PATCH', `/api/note/${id}`, { body: { subject: 'By Cleo', secret: 'hidden' } });
  await cleo.call('PATCH', `/api/note/${id}`, { body: { secret: 'hidden again' } });
  await ada.call('PATCH', `/api/note/${id}`, { body: { amount: 2 } });
  const changes = async (since: number): Promise<readonly ChangeSince[]> =>
    ((await ada.call('GET', `/_/changes/note/${id}?since=${since}`)).json as { items: ChangeSince[] }).items;
  expect(await changes(version)).toMatchObject([
    { version: version + 1, by: { title: 'Cleo Boss' }, fields: ['subject'] },
  ]);
  expect(JSON.stringify(await changes(version))).not.toMatch(/By Cleo|secret|hidden/);
  await cleo.call('POST', `/api/note/${id}/finish`);
  expect(await changes(version + 3)).toMatchObject([{ by: { title: 'Cleo Boss' }, fields: ['state'] }]);
  expect(await changes(version + 9)).toEqual([]);
  for (const since of ['', '?since=', '?since=-1', '?since=x'])
    expect((await ada.call('GET', `/_/changes/note/${id}${since}`)).status).toBe(400);
});

test('without the verb history, who saves over it is told of the last change by somebody else alone', async () => {
  await desk.service.records.addUser({
    name: 'Eve Helper',
    email: 'eve@example.com',
    language: null,
    roles: ['helper'],
  });
  const eve = await desk.service.records.userByEmail('eve@example.com');
  await desk.service.credentials.set(eve ?? '', await hashPassword(PASSWORD));
  const helper = await desk.signedIn('eve@example.com');
  const { id } = (await cleo.call('POST', '/api/ledger', { body: { name: 'One' } })).json as RecordValue;
  await cleo.call('PATCH', `/api/ledger/${id}`, { body: { name: 'Two' } });
  await cleo.call('PATCH', `/api/ledger/${id}`, { body: { name: 'Three' } });
  await helper.call('PATCH', `/api/ledger/${id}`, { body: { name: 'Four' } });
  expect((await helper.call('GET', `/api/ledger/${id}/history`)).status).toBe(403);
  const { json } = await helper.call('GET', `/_/changes/ledger/${id}?since=0`);
  expect(json).toMatchObject({ items: [{ version: 3, by: { title: 'Cleo Boss' }, fields: ['name'] }] });
  expect((json as { items: unknown[] }).items).toHaveLength(1);
});
