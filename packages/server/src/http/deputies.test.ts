import type { ApprovalAnswer, AuditEntryAnswer, DeputiesAnswer, DeputyAnswer } from '@ninefold/model';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { DESK } from '../testing/specification.ts';
import { listenTo } from '../testing/live-reader.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const APPROVED = DESK.replace(/screens:[^]*/, '').replace(
  'finish: { from: open, to: done, by: writer, when: filled(record.amount), label: Finish }',
  'finish: { from: open, to: done, by: writer, label: Finish, approvals: { of: users_with(boss) } }',
);

let desk: Desk;
let ada: Browser;
let bo: Browser;
let cleo: Browser;
let dan: Browser;
beforeAll(async () => {
  desk = await startDesk({ files: [{ path: 'app.yaml', text: APPROVED }] });
  bo = await desk.signedIn('bo@example.com');
  dan = await desk.signedIn('dan@example.com');
  ada = await desk.signedIn('ada@example.com');
});
afterAll(() => desk.close());
beforeEach(async () => {
  cleo = await desk.signedIn('cleo@example.com');
  for (const { id } of (await read(cleo)).own) await cleo.call('DELETE', `/_/deputies/${id}`);
});

const idOf = async (name: string): Promise<string> =>
  (await desk.service.records.userByEmail(`${name}@example.com`)) ?? '';
const read = async (browser: Browser) => (await browser.call('GET', '/_/deputies')).json as DeputiesAnswer;
const named = async (browser: Browser, body: object) => browser.call('POST', '/_/deputies', { body });
const inMarch = { from: '2026-03-05', until: '2026-03-09' };
const problemsOf = ({ json }: { readonly json: unknown }) =>
  (json as { errors: readonly { path: string; code: string; params: object }[] }).errors.map(
    ({ path, code, params }) => [path, code, params],
  );

test('a person names a deputy, who approves in their place; both see it, others do not, and the audit log keeps it', async () => {
  const made = await named(cleo, { deputy: await idOf('bo'), ...inMarch });
  expect(made.status).toBe(201);
  const entry = made.json as DeputyAnswer;
  expect(entry).toMatchObject({
    person: { title: 'Cleo Boss' },
    deputy: { title: 'Bo Writer' },
    ...inMarch,
    usable: true,
  });
  expect(await read(cleo)).toEqual({ today: '2026-03-05', own: [entry], others: [] });
  expect(await read(bo)).toEqual({ today: '2026-03-05', own: [], others: [entry] });
  expect(await read(dan)).toEqual({ today: '2026-03-05', own: [], others: [] });
  const note = (await bo.call('POST', '/api/note', { body: { subject: 'One', owner: await idOf('bo') } })).json as {
    id: string;
  };
  expect((await bo.call('POST', `/api/note/${note.id}/finish`)).json).toMatchObject({ code: 'not_your_press' }); // their own
  const other = (await cleo.call('POST', '/api/note', { body: { subject: 'Two', owner: await idOf('bo') } })).json as {
    id: string;
  };
  expect((await bo.call('POST', `/api/note/${other.id}/finish`)).json).toMatchObject({ code: 'too_few_approvers' });
  const third = (await ada.call('POST', '/api/note', { body: { subject: 'Three', owner: await idOf('bo') } })).json as {
    id: string;
  };
  const { items } = (await bo.call('GET', `/api/note/${third.id}/approvals`)).json as { items: ApprovalAnswer[] };
  expect(items).toMatchObject([
    { mine: 'press', deputies: [{ person: entry.person, deputy: entry.deputy, until: '2026-03-09' }] },
  ]);
  expect((await bo.call('GET', '/_/home')).text).toContain('"note"');
  expect((await bo.call('POST', `/api/note/${third.id}/finish`)).json).toMatchObject({ state: 'done' });
  expect((await bo.call('DELETE', `/_/deputies/${entry.id}`)).status).toBe(404);
  expect((await cleo.call('DELETE', `/_/deputies/${entry.id}`)).status).toBe(204);
  expect((await cleo.call('DELETE', `/_/deputies/${entry.id}`)).status).toBe(404);
  expect(await read(bo)).toMatchObject({ others: [] });
  const log = (await dan.call('GET', '/_/audit')).json as { items: AuditEntryAnswer[] };
  expect(log.items.slice(0, 2)).toMatchObject([
    { act: 'deputy_ended', by: { title: 'Cleo Boss' }, about: { title: 'Bo Writer' }, details: inMarch },
    { act: 'deputy_named', by: { title: 'Cleo Boss' }, about: { title: 'Bo Writer' }, details: inMarch },
  ]);
});

test('an open page of the deputy learns at once that they may approve, and that they may no longer', async () => {
  const address = await desk.app.listen({ port: 0, host: '127.0.0.1' });
  const [page, other] = [await listenTo(address, bo.cookies), await listenTo(address, dan.cookies)];
  try {
    const told = ({ events }: typeof page) =>
      events.filter(({ event, data }) => event === 'changed' && 'note' in data).length;
    await vi.waitFor(() => expect([page, other].map(({ events }) => events.length)).toEqual([1, 1]), 30_000);
    const made = (await named(cleo, { deputy: await idOf('bo'), ...inMarch })).json as DeputyAnswer;
    await vi.waitFor(() => expect(told(page)).toBe(1), 30_000);
    await cleo.call('DELETE', `/_/deputies/${made.id}`);
    await vi.waitFor(() => expect(told(page)).toBe(2), 30_000);
    expect(told(other)).toBe(0);
  } finally {
    page.close();
    other.close();
  }
});

test('what cannot be is refused, at its place', async () => {
  const [bos, cleos] = [await idOf('bo'), await idOf('cleo')];
  const wrong = async (body: object) => problemsOf(await named(cleo, body));
  expect(await wrong({ ...inMarch, deputy: cleos })).toEqual([['deputy', 'own_deputy', {}]]);
  expect(await wrong({ ...inMarch, deputy: 'nobody' })).toEqual([['deputy', 'no_such_record', {}]]);
  expect(await wrong({ deputy: bos })).toEqual([
    ['from', 'required', {}],
    ['until', 'required', {}],
  ]);
  expect(await wrong({ deputy: bos, from: '2026-02-30', until: 'soon' })).toEqual([
    ['from', 'bad_date', {}],
    ['until', 'bad_date', {}],
  ]);
  expect(await wrong({ deputy: bos, from: '2026-03-01', until: '2026-03-04' })).toEqual([
    ['until', 'too_early', { min: '2026-03-05' }],
  ]);
  expect(await wrong({ deputy: bos, from: '2026-03-10', until: '2026-03-09' })).toEqual([
    ['until', 'too_early', { min: '2026-03-10' }],
  ]);
  expect(await wrong({ deputy: bos, from: '2026-03-05', until: '2027-03-07' })).toEqual([
    ['until', 'too_late', { max: '2027-03-06' }],
  ]);
  for (let at = 0; at < 20; at += 1) expect((await named(cleo, { deputy: bos, ...inMarch })).status).toBe(201);
  expect(await wrong({ deputy: bos, ...inMarch })).toEqual([['deputy', 'too_many', { max: 20 }]]);
});

test('what has ended is not shown, and makes room', async () => {
  const bos = await idOf('bo');
  for (let at = 0; at < 20; at += 1) await named(cleo, { deputy: bos, from: '2026-03-05', until: '2026-03-05' });
  desk.wait(86_400_000);
  cleo = await desk.signedIn('cleo@example.com');
  expect((await read(cleo)).own).toEqual([]);
  expect((await named(cleo, { deputy: bos, from: '2026-03-05', until: '2026-03-06' })).status).toBe(201);
  const [row] = await desk.database.read.all('SELECT count(*) AS "all" FROM "_deputy"', []);
  expect(Number(row?.['all'])).toBe(1);
});

test('nobody is asked who is signed out, and without approvals there is no such page', async () => {
  expect((await desk.browser().call('GET', '/_/deputies')).status).toBe(401);
  const plain = await startDesk();
  const someone = await plain.signedIn('bo@example.com');
  expect((await someone.call('GET', '/_/deputies')).json).toMatchObject({ status: 404, code: 'unknown_route' });
  await plain.close();
});
