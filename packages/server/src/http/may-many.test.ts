import type { BulkBody, BulkAnswer, BulkMayAnswer, ListAnswer, ProblemAnswer, RecordValue } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

let desk: Desk;
let ada: Browser;
let cleo: Browser;
const ids: string[] = [];
beforeAll(async () => {
  desk = await startDesk();
  ada = await desk.signedIn('ada@example.com');
  cleo = await desk.signedIn('cleo@example.com');
  for (const amount of [1, 2, null, null, 3]) {
    const made = await ada.call('POST', '/api/note', { body: { subject: 'Count', amount } });
    ids.push((made.json as RecordValue).id);
  }
  await ada.call('POST', `/api/note/${String(ids[4])}/finish`, { body: {} });
});
afterAll(() => desk.close());

async function may(browser: Browser, body: Pick<BulkBody, 'ids' | 'list'>): Promise<BulkMayAnswer> {
  const answer = await browser.call('POST', '/_/may/note', { body });
  expect(answer.status).toBe(200);
  return answer.json as BulkMayAnswer;
}

test('each action is counted for this person, with the reason of the first record for which it is not possible', async () => {
  const mine = await may(ada, { ids });
  expect(mine.of).toBe(5);
  expect(mine.transitions['finish']).toMatchObject({ possible: 2, reason: { code: 'guard_failed', path: 'amount' } });
  expect(mine.transitions['reopen']).toMatchObject({ possible: 0, reason: { code: 'not_your_role' } });
  expect(mine.fields['subject']).toEqual({ possible: 5, reason: null });
  expect(mine.fields['secret']).toBeUndefined();
  expect(mine.delete).toMatchObject({ possible: 0, reason: { code: 'forbidden' } });
  const boss = await may(cleo, { ids: ids.slice(0, 4) });
  expect(boss.transitions['reopen']).toMatchObject({ possible: 0, reason: { code: 'wrong_state' } });
  expect(boss.delete).toEqual({ possible: 4, reason: null });
});

test('what is counted is what a trial of the action does', async () => {
  const body = { action: 'transition', transition: 'finish', mode: 'try', ids };
  const tried = (await ada.call('POST', '/api/note/bulk', { body })).json as BulkAnswer;
  expect((await may(ada, { ids })).transitions['finish']?.possible).toBe(tried.done);
  const removed = (await cleo.call('POST', '/api/note/bulk', { body: { action: 'delete', mode: 'try', ids } })).json;
  expect((await may(cleo, { ids })).delete.possible).toBe((removed as BulkAnswer).done);
});

test('a whole list is counted like its records, and only as it was seen', async () => {
  const list = { query: 'f.amount=filled', count: 3 };
  expect(await may(ada, { list })).toMatchObject({ of: 3, transitions: { finish: { possible: 2 } } });
  const refused = await ada.call('POST', '/_/may/note', { body: { list: { ...list, count: 4 } } });
  expect([refused.status, (refused.json as ProblemAnswer).code]).toEqual([409, 'list_changed']);
  const listed = (await ada.call('GET', '/api/note?total=exact')).json as ListAnswer;
  expect(listed.total).toBe(5);
});

test('records that may not be read, and what is no body, count nothing', async () => {
  const bo = await desk.signedIn('bo@example.com');
  expect(await may(bo, { ids })).toMatchObject({ of: 0, transitions: {}, fields: {}, delete: { possible: 0 } });
  const dan = await desk.signedIn('dan@example.com');
  expect((await dan.call('POST', '/_/may/ledger', { body: { ids } })).status).toBe(403);
  for (const body of [{}, { ids: [] }, { ids, list: { query: '', count: 1 } }, { ids, action: 'delete' }])
    expect((await ada.call('POST', '/_/may/note', { body })).status).toBe(422);
});
