import { join } from 'node:path';
import type { ApprovalAnswer, RecordValue, SessionAnswer } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readFolder } from '../specification/read-folder.ts';
import type { Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const EXAMPLE = join(import.meta.dirname, '../../../../examples/service-desk');

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk({ files: await readFolder(EXAMPLE), demo: true, accounts: false });
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
