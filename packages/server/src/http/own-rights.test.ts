// Also in the portable form: calls that write users.
import { inspect } from 'node:util';
import * as fc from 'fast-check';
import type { ListAnswer, RecordValue } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answer, Browser } from '../testing/browser.ts';
import { fuzzRuns } from '../testing/fuzz-runs.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

let desk: Desk;
const people = new Map<string, Browser>();
beforeAll(async () => {
  desk = await startDesk();
  for (const name of ['ada', 'bo', 'cleo', 'dan']) people.set(name, await desk.signedIn(`${name}@example.com`));
});
afterAll(() => desk.close());

const by = (name: string): Browser => {
  const browser = people.get(name);
  if (!browser) throw new Error(`nobody is ${name}`);
  return browser;
};
const idOf = async (name: string): Promise<string> =>
  (await desk.service.records.userByEmail(`${name}@example.com`)) ?? '';
const storedUsers = async (): Promise<string> =>
  inspect(
    [
      await desk.database.read.all('SELECT * FROM "user" ORDER BY "id"', []),
      await desk.database.read.all('SELECT * FROM "user.roles" ORDER BY "record", "position"', []),
    ],
    { depth: null, maxArrayLength: null },
  );

/** Every way to write values of one user. */
const WAYS: Readonly<Record<string, (browser: Browser, id: string, values: object) => Promise<Answer>>> = {
  patch: (browser, id, values) => browser.call('PATCH', `/api/user/${id}`, { body: values }),
  bulk: (browser, id, values) =>
    browser.call('POST', '/api/user/bulk', { body: { action: 'update', ids: [id], values } }),
  batch: (browser, id, values) =>
    browser.call('POST', '/api/batch', { body: { writes: [{ action: 'update', entity: 'user', id, values }] } }),
  import: (browser, id, values) =>
    browser.call('POST', '/api/user/import?mode=all&match=id', {
      body: `${JSON.stringify({ id, ...values })}\n`,
      headers: { 'content-type': 'application/jsonl' },
    }),
};

test('nobody changes their own roles, e-mail address or activity, whatever their roles and whatever the way', async () => {
  const before = await storedUsers();
  const values = [
    { roles: ['administrator'] },
    { roles: [] },
    { active: false },
    { email: 'other@example.com' },
    { roles: ['boss', 'administrator'], email: 'x@example.com', active: true },
  ];
  for (const name of people.keys())
    for (const [way, write] of Object.entries(WAYS))
      for (const sent of values) {
        const { status } = await write(by(name), await idOf(name), sent);
        expect([name, way, sent, status >= 400]).toEqual([name, way, sent, true]);
      }
  expect(await storedUsers()).toBe(before);
});

test('roles of others are given and taken within the grant, by nobody else, on every way', async () => {
  const roles = fc.uniqueArray(fc.constantFrom('boss', 'helper', 'administrator', 'writer', 'nobody'), {
    maxLength: 3,
  });
  const way = fc.constantFrom('patch', 'bulk', 'batch');
  const bo = await idOf('bo');
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('ada', 'cleo', 'dan'), way, roles, async (name, how, sent) => {
      const before = await storedUsers();
      const { status } = (await WAYS[how]?.(by(name), bo, { roles: sent })) ?? { status: 0 };
      const may = name === 'dan' && sent.every((role) => ['boss', 'administrator'].includes(role));
      expect(status < 300).toBe(may);
      expect((await storedUsers()) === before || may).toBe(true);
    }),
    fuzzRuns(40),
  );
});

/** What the runtime itself writes: nobody sends it. */
const SYSTEM: Readonly<Record<string, unknown>> = {
  id: '00000000-0000-7000-8000-000000000001',
  version: 99,
  state: 'done',
  state_since: '2001-01-01T00:00:00.000Z',
  state_final: true,
  created_at: '2001-01-01T00:00:00.000Z',
  created_by: 'x',
  changed_at: '2001-01-01T00:00:00.000Z',
  changed_by: 'x',
  trashed_at: '2001-01-01T00:00:00.000Z',
  did: {},
  secret: 'given',
  __proto__x: 1,
};

test('what the runtime writes is taken from nobody: not on create, change, transition, in bulk, in a batch, from a file', async () => {
  const ada = by('ada');
  const values = (name: string): object => ({ subject: 'S', [name]: SYSTEM[name] });
  const note = (await ada.call('POST', '/api/note', { body: { subject: 'N', amount: 1 } })).json as RecordValue;
  const seen = async (): Promise<ListAnswer['items']> =>
    ((await by('cleo').call('GET', '/api/note')).json as ListAnswer).items;
  for (const name of Object.keys(SYSTEM)) {
    const before = JSON.stringify(await seen());
    const writes = [{ action: 'create', entity: 'note', values: values(name) }];
    const answers = [
      await ada.call('POST', '/api/note', { body: values(name) }),
      await ada.call('PATCH', `/api/note/${note.id}`, { body: values(name) }),
      await ada.call('POST', `/api/note/${note.id}/finish`, { body: values(name) }),
      await ada.call('POST', '/api/note/bulk', { body: { action: 'create', records: [values(name)] } }),
      await ada.call('POST', '/api/note/bulk', { body: { action: 'update', ids: [note.id], values: values(name) } }),
      await ada.call('POST', '/api/batch', { body: { writes } }),
    ];
    expect([name, answers.map(({ status }) => status >= 400)]).toEqual([name, answers.map(() => true)]);
    expect(JSON.stringify(await seen())).toBe(before);
  }
  const polluted = await ada.call('POST', '/api/note', {
    body: '{"subject":"P","__proto__":{"owner":"x"},"constructor":{}}',
  });
  expect(polluted.status).toBeGreaterThanOrEqual(400);
});
