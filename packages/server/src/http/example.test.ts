import { join } from 'node:path';
import type { ApprovalAnswer, CallsAnswer, RecordValue, SessionAnswer } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_SECRET } from '../calls/secrets.ts';
import { readFolder } from '../specification/read-folder.ts';
import type { Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const EXAMPLE = join(import.meta.dirname, '../../../../examples/service-desk');

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk({ files: await readFolder(EXAMPLE), folder: EXAMPLE, demo: true, accounts: false });
}, 60_000);
afterAll(() => desk.close());

async function signedIn(name: string): Promise<Browser> {
  const browser = desk.browser();
  const { demo } = (await browser.call('GET', '/_/session')).json as SessionAnswer;
  const account = demo?.find(({ email }) => email.startsWith(`${name}@`));
  await browser.call('POST', '/_/session', { body: { demo: account?.id } });
  return browser;
}

/** A request with a cost by somebody: its address, and what it is then. */
async function asked(name: string, cost: string): Promise<{ readonly path: string; readonly ticket: RecordValue }> {
  const category = { title: 'New equipment' };
  const found = (await (await signedIn('mona')).call('GET', '/api/category?size=50')).json as { items: RecordValue[] };
  const { id } = found.items.find(({ title }) => title === category.title) ?? { id: '' };
  const body = { subject: 'A screen', category: id, cost, confirm: ['big_cost'] };
  const ticket = (await (await signedIn(name)).call('POST', '/api/ticket', { body })).json as RecordValue;
  return { path: `/api/ticket/${ticket.id}`, ticket };
}

async function awaited(path: string): Promise<readonly string[]> {
  const { items } = (await (await signedIn('mona')).call('GET', `${path}/approvals`)).json as {
    readonly items: readonly ApprovalAnswer[];
  };
  return items.flatMap(({ awaits }) => awaits.map(({ title }) => title ?? ''));
}

async function pressed(name: string, path: string): Promise<string> {
  const { status, json } = await (await signedIn(name)).call('POST', `${path}/approve`, { body: {} });
  const { state, code } = json as { readonly state?: string; readonly code?: string };
  return status === 200 ? String(state) : String(code);
}

test('a cost above the limit waits for the manager of who asked and the head of the team, a lower one for nobody', async () => {
  expect((await asked('rita', '1000.00')).ticket['state']).toBe('new');
  const { path, ticket } = await asked('rita', '1000.01');
  expect(ticket['state']).toBe('approval');
  expect(await awaited(path)).toEqual(['Helen O’Brien', 'Mona Meyer']);
  expect(await pressed('rita', path)).toBe('guard_failed');
  expect(await pressed('alan', path)).toBe('not_your_press');
  expect(await pressed('helen', path)).toBe('approval');
  expect(await pressed('mona', path)).toBe('new');
});

test('a cost that is raised above what was approved goes back, and one that stays below does not', async () => {
  const { path } = await asked('rita', '1500.00');
  for (const name of ['mona', 'helen']) await pressed(name, path);
  const alan = await signedIn('alan');
  await alan.call('POST', `${path}/take`, { body: {} });
  const raise = async (cost: string): Promise<unknown> => {
    const { json } = await alan.call('PATCH', path, { body: { cost, confirm: ['big_cost'] } });
    return (json as RecordValue)['state'];
  };
  expect(await raise('1400.00')).toBe('open');
  expect(await raise('1500.01')).toBe('approval');
});

test('where the head of the team is the manager of who asked, their own manager approves too; nobody is asked alone for themselves', async () => {
  expect(await awaited((await asked('alan', '1500.00')).path)).toEqual(['Mona Meyer', 'Claire Fontaine']);
  expect(await awaited((await asked('mona', '1500.00')).path)).toEqual(['Claire Fontaine']);
});

const DAY = 86_400_000;
const ROUND = { mostMs: 60_000, isEnding: () => false, log: (line: string) => expect.fail(line) };

async function listed(path: string): Promise<readonly RecordValue[]> {
  const { json } = await (await signedIn('mona')).call('GET', path);
  return (json as { readonly items: readonly RecordValue[] }).items;
}

test('what is bought is ordered once in the order system, by somebody else than who asked, and its number comes back', async () => {
  const { calls } = desk.service.records;
  const { path, ticket } = await asked('rita', '400.00');
  const [alan, akira] = [await signedIn('alan'), await signedIn('akira')];
  await alan.call('POST', `${path}/take`, { body: {} });
  const order = async (by: Browser, at: string, lines: readonly object[]): Promise<unknown> =>
    ((await by.call('POST', `${at}/order`, { body: { lines } })).json as { readonly code?: string }).code;
  expect(await order(alan, path, [])).toBe('guard_failed');
  expect(await order(alan, path, [{ item: 'Screen', qty: 2, price: '149.90' }])).toBeUndefined();
  expect(await order(akira, path, [{ item: 'Screen', qty: 1, price: '149.90' }])).toBe('guard_failed');
  const kinds = await calls.kinds();
  const taken = await calls.take(kinds.map((kind) => ({ kind, most: 9 })));
  expect(taken).toMatchObject([{ url: 'https://orders.example/orders', headers: { 'x-team': 'IT Support' } }]);
  expect(JSON.parse(taken[0]?.body ?? '')).toMatchObject({
    ...{ request: ticket['number'], total: '299.80', ordered_for: 'Rita Romero', room: 'B 0.16' },
    items: [{ item: 'Screen', qty: 2, price: '149.90', sum: '299.80' }],
  });
  const answered = { took: 1, status: 200, answer: '{"number":"7F"}', isWhole: true, failure: null };
  await calls.settle(taken.map((one) => ({ taken: one, outcome: answered, again: '' })));
  expect((await (await signedIn('rita')).call('GET', path)).json).toMatchObject({ order_number: '7F', state: 'open' });
  const ada = await signedIn('ada');
  const [record] = ((await ada.call('GET', `/_/sent-calls/ticket/${String(ticket['id'])}`)).json as CallsAnswer).items;
  const [listed] = ((await ada.call('GET', '/_/operate/calls?state=made')).json as CallsAnswer).items;
  for (const one of [record, listed])
    expect(one).toMatchObject({ status: 200, content: { closed: false, body: { ordered_for: 'Rita Romero' } } });
  expect((await ada.call('GET', path)).json).not.toHaveProperty('details');
  const own = await asked('alan', '400.00');
  expect((await ada.call('GET', own.path)).status).toBe(404);
  await akira.call('POST', `${own.path}/take`, { body: {} });
  expect(await order(alan, own.path, [{ item: 'Screen', qty: 1, price: '149.90' }])).toBe('guard_failed');
});

test('the mail gate makes requests, and answers the questions that its sender was asked', async () => {
  const mail = async (name: string, payload: object, secret = DEMO_SECRET): Promise<readonly [number, string]> => {
    const { statusCode, body } = await desk.app.inject({
      ...{ method: 'POST', url: `/_/in/${name}`, payload },
      headers: { authorization: `Bearer ${secret}` },
    });
    return [statusCode, String((JSON.parse(body) as { readonly id?: string }).id)];
  };
  const from = 'rita@example.test';
  const request = { id: 'm1', from, subject: 'No picture', text: 'In B 2.14.' };
  expect(await mail('mail_request', request, 'guessed')).toEqual([401, 'undefined']);
  const [status, id] = await mail('mail_request', request);
  expect([status, id]).toEqual(await mail('mail_request', request));
  const path = `/api/ticket/${id}`;
  const [rita, alan] = [await signedIn('rita'), await signedIn('alan')];
  const ticket = (await rita.call('GET', path)).json as RecordValue;
  expect(ticket).toMatchObject({ state: 'new', subject: 'No picture', category: { title: 'Computers' } });
  expect((await mail('mail_request', { ...request, id: 'm2', from: 'nobody@example.test' }))[0]).toBe(422);
  await alan.call('POST', `${path}/take`, { body: {} });
  await alan.call('POST', `${path}/wait`, { body: { input: { reason: 'Since when?' } } });
  const answer = { id: 'm3', from, number: ticket['number'], text: 'Since this morning.' };
  expect((await mail('mail_answer', { ...answer, from: 'victor@example.test' }))[0]).toBe(404);
  expect(await mail('mail_answer', answer)).toEqual([200, id]);
  expect((await rita.call('GET', path)).json).toMatchObject({ state: 'open' });
  expect((await alan.call('GET', `${path}/history`)).text).toContain('Since this morning.');
  expect((await alan.call('GET', '/_/notifications')).text).toContain('was answered by mail');
  expect((await mail('mail_answer', { ...answer, id: 'm4' }))[0]).toBe(409);
});

test('a month passes: what is late is marked, and on the first Monday each item in use is to be counted', async () => {
  const { fireTimers } = desk.service.records;
  const late = `/api/ticket?size=200&where=${encodeURIComponent('record.late && !record.missed')}`;
  const counted = '/api/stocktake?size=200&f.day=eq:2026-04-06';
  await fireTimers(ROUND);
  expect(await listed(late)).toEqual([]);
  const { path, ticket } = await asked('rita', '10.00');
  desk.wait(4 * DAY);
  expect((await listed(late)).map(({ id }) => id)).toContain(ticket.id);
  await fireTimers(ROUND);
  expect(await listed(late)).toEqual([]);
  const { json } = await (await signedIn('mona')).call('GET', path);
  expect(json).toMatchObject({ missed: true, late: true, state: 'new' });
  expect(await listed(counted)).toEqual([]);
  desk.wait(28 * DAY);
  await fireTimers(ROUND);
  await fireTimers(ROUND);
  const inUse = await listed(`/api/asset?size=200&where=${encodeURIComponent('blank(record.retired_on)')}`);
  const entries = await listed(counted);
  expect(entries.length).toBe(inUse.length);
  expect(new Set(entries.map(({ state }) => state))).toEqual(new Set(['open']));
}, 60_000);
