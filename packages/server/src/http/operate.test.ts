import type { IndexesAnswer, UseIndexAnswer } from '@ninefold/model';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { useIndexName, writeIndexRow } from '../storage/indexes/index-rows.ts';
import type { Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const ADDRESS = '/_/operate/indexes';
const PARTS = ['"subject"', '"id"'];
const NAME = useIndexName('note', PARTS);

let desk: Desk;
let dan: Browser;
let cleo: Browser;
beforeAll(async () => {
  desk = await startDesk();
  await desk.database.write((tx) =>
    writeIndexRow(tx, { name: NAME, entity: 'note', parts: PARTS, ruling: null, madeAt: null, givenUpAt: null }),
  );
});
afterAll(() => desk.close());
beforeEach(async () => {
  [dan, cleo] = [await desk.signedIn('dan@example.com'), await desk.signedIn('cleo@example.com')];
});

const codeOf = ({ json }: { readonly json: unknown }): string => (json as { code: string }).code;

async function listed(): Promise<IndexesAnswer> {
  return (await dan.call('GET', ADDRESS)).json as IndexesAnswer;
}

async function found(): Promise<UseIndexAnswer | undefined> {
  return (await listed()).items.find((item): item is UseIndexAnswer => item.name === NAME);
}

test('only people with the right to operate see indexes, and say what becomes of them', async () => {
  for (const [method, body] of [
    ['GET', {}],
    ['PATCH', { body: { name: NAME, ruling: 'pinned' } }],
    ['POST', { body: { name: NAME } }],
  ] as const) {
    const answer = await cleo.call(method, ADDRESS, body);
    expect([method, answer.status, codeOf(answer)]).toEqual([method, 403, 'forbidden']);
    const stranger = await desk.browser().call(method, ADDRESS, body);
    expect([method, stranger.status]).toEqual([method, 401]);
  }
  expect(await found()).toMatchObject({ pinned: false, state: 'waiting' });
});

test('each index has its reason, and one that follows use its state and its costs', async () => {
  const { database, items } = await listed();
  expect(database).toBe(desk.database.dialect.id);
  const ofModel = items.filter(({ origin }) => origin === 'model');
  expect(ofModel.length).toBeGreaterThan(5);
  expect(ofModel.every((item) => 'reason' in item && item.reason.length > 0)).toBe(true);
  const own = await found();
  expect(own).toMatchObject({ table: 'note', parts: PARTS, bytes: null, made_at: null, saving: null, shapes: [] });
  expect(own?.insert_share).toBeGreaterThan(0);
});

test('an operator has an index made, pins it, refuses it, and takes that back', async () => {
  expect((await dan.call('POST', ADDRESS, { body: { name: NAME } })).status).toBe(204);
  expect(await found()).toMatchObject({ state: 'made' });
  expect((await found())?.made_at).toMatch(/^2026-/);
  for (const [ruling, expected] of [
    ['pinned', { state: 'made', pinned: true }],
    ['refused', { state: 'refused', pinned: false }],
    [null, { pinned: false }],
  ] as const) {
    expect((await dan.call('PATCH', ADDRESS, { body: { name: NAME, ruling } })).status).toBe(204);
    expect(await found()).toMatchObject(expected);
  }
});

test.each([
  ['PATCH', { name: 'note.id.live', ruling: 'refused' }, 404, 'no_such_index'],
  ['PATCH', { name: 'nothing', ruling: null }, 404, 'no_such_index'],
  ['POST', { name: 'nothing' }, 404, 'no_such_index'],
  ['POST', {}, 422, 'invalid'],
  ['PATCH', { ruling: 'pinned' }, 422, 'invalid'],
  ['PATCH', { name: NAME }, 422, 'invalid'],
  ['PATCH', { name: NAME, ruling: 'gone' }, 422, 'invalid'],
  ['PATCH', { name: 7, ruling: 'pinned' }, 422, 'invalid'],
] as const)('%s %j answers %i %s', async (method, body, status, code) => {
  const answer = await dan.call(method, ADDRESS, { body });
  expect([answer.status, codeOf(answer)]).toEqual([status, code]);
});
