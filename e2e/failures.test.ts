// Every write of the interface × kinds of failure: what failed is said where the eye is, it stays, and nothing typed is lost.
import { randomInt } from 'node:crypto';
import type { Page, Response } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { seededRandom } from '../packages/server/src/costs/seeded-random.ts';
import { open, withoutRows, type Language } from './harness/browser.ts';
import { cut, fail, FAILURES, isOfRecords, said } from './harness/failing.ts';
import { control, fill, submitButton } from './harness/form.ts';
import { withProductAndBrowser } from './harness/suite.ts';
import { accountWrites } from './harness/writes/account-writes.ts';
import { boardWrites, dayWrites } from './harness/writes/board-writes.ts';
import { commentWrites } from './harness/writes/comment-writes.ts';
import { callsThatWrite } from './harness/calls-that-write.ts';
import { deputyWrites } from './harness/writes/deputy-writes.ts';
import { placesThatWrite } from './harness/places-that-write.ts';
import { limitWrites } from './harness/writes/limit-writes.ts';
import { importWrites } from './harness/writes/import-writes.ts';
import { manyWrites } from './harness/writes/many-writes.ts';
import { newWrites } from './harness/writes/new-writes.ts';
import { viewWrites } from './harness/writes/view-writes.ts';
import { notificationWrites } from './harness/writes/notification-writes.ts';
import { operateWrites } from './harness/writes/operate-writes.ts';
import { recordWrites } from './harness/writes/record-writes.ts';
import { relatedWrites } from './harness/writes/related-writes.ts';
import { setupWrites } from './harness/writes/setup-writes.ts';
import { signInWrites } from './harness/writes/sign-in-writes.ts';
import { subscriptionWrites } from './harness/writes/subscription-writes.ts';
import { stepWrites } from './harness/writes/step-writes.ts';
import { undoWrites } from './harness/writes/undo-writes.ts';
import { word, type Write } from './harness/writes/write.ts';

const { NINEFOLD_FAILURES: wanted, NINEFOLD_PROVE_SEED: given } = process.env;
const SEED = Number(given ?? randomInt(2 ** 31));
/** With `NINEFOLD_FAILURES=all` each write meets every kind of failure, in both languages and on both sizes. */
const ALL = wanted === 'all';
/** So many kinds of failure are drawn for each write unless it meets them all. */
const MOST = ALL ? Infinity : 4;

const suite = withProductAndBrowser();

const WRITES: Readonly<Record<string, Write>> = {
  ...newWrites,
  ...recordWrites(suite),
  ...stepWrites(suite),
  ...relatedWrites(suite),
  ...manyWrites(suite),
  ...importWrites(suite),
  ...boardWrites(suite),
  ...undoWrites(suite),
  ...commentWrites(suite),
  ...accountWrites(suite),
  ...deputyWrites(suite),
  ...subscriptionWrites(suite),
  ...limitWrites,
  ...signInWrites(suite),
  ...setupWrites(suite),
  ...operateWrites(suite),
  ...notificationWrites(suite),
  ...viewWrites(suite),
  ...dayWrites(suite),
};

/** They tell others that the person edits, ask what is possible, keep the columns or the order of blocks that the page shows anyway, or drop what is dropped in time anyway. No data is lost where they fail. */
const IN_THE_BACKGROUND = [
  'bulkMay',
  'cancelUpload',
  'sawComments',
  'setArrangement',
  'setLook',
  'stopEditing',
  'watch',
];

/** The tests of approvals, of files and of mail let these calls fail themselves. */
const ELSEWHERE = ['beginUpload', 'sendPiece', 'stopMail', 'withdraw'];

test('the table has every call of the web application that writes', async () => {
  const known = new Set([...Object.values(WRITES).map(({ makes }) => makes), ...IN_THE_BACKGROUND, ...ELSEWHERE]);
  expect(await callsThatWrite()).toEqual([...known].toSorted());
});

/** Each component that makes such a call, and the write of the table with which it is tried. */
const PLACES: Readonly<Record<string, string>> = {
  'records/board/move-task.tsx': 'a card that is moved by a step',
  'records/bulk/bulk-area.tsx': 'the rest of one action on many',
  'records/bulk/bulk-comment.tsx': 'a comment on many',
  'records/bulk/bulk-dialog.tsx': 'one action on many',
  'records/conversation/comment-form.tsx': 'a new comment',
  'records/conversation/comment-item.tsx': 'a comment that is taken back',
  'records/conversation/edit-comment.tsx': 'an edited comment',
  'records/conversation/following.tsx': 'a conversation that is followed',
  'records/create/create-form.tsx': 'a new record',
  'records/create/create-sheet.tsx': 'a new record above a form',
  'records/create/form-screen.tsx': 'a new record',
  'records/editing/conflict.tsx': 'a changed record',
  'records/editing/edit-record.tsx': 'a changed record',
  'records/import/import-screen.tsx': 'an import',
  'records/import/undo-import.tsx': 'the undo of an import',
  'records/invitation/invite-dialog.tsx': 'an invitation',
  'records/lifecycle/transition-bar.tsx': 'a step without a dialog',
  'records/lifecycle/transition-dialog.tsx': 'a step with a dialog',
  'records/list-views/view-bar.tsx': 'a view that keeps its changes',
  'records/list-views/view-dialog.tsx': 'a new view',
  'records/moving/change-task.tsx': 'a card that is moved by a change',
  'records/moving/fire-now.tsx': 'a step of what waits',
  'records/peek/peeked-record.tsx': 'a step beside a list',
  'records/rail/place-editor.tsx': 'a value that is changed in its place',
  'records/record/read-notifications.tsx': 'a notification that is marked as read',
  'records/record/record-actions.tsx': 'a deleted record',
  'records/record/record-page.tsx': 'a step without a dialog',
  'records/related/linking.tsx': 'a record that is attached',
  'records/trash/trashed-record.tsx': 'a restored record',
  'screens/deputies/deputy-row.tsx': 'a deputy that ends',
  'screens/deputies/name-deputy-form.tsx': 'a new deputy',
  'screens/home/use-taken.tsx': 'a step of what waits',
  'screens/inbox/choices-screen.tsx': 'a choice of how to be told',
  'screens/inbox/inbox-screen.tsx': 'all notifications that are marked as read',
  'screens/inbox/mail-zone.tsx': 'a time zone of mail',
  'screens/inbox/notification-row.tsx': 'a notification that is marked as read',
  'screens/keys/key-row.tsx': 'a key that is removed',
  'screens/keys/make-key-form.tsx': 'a new key',
  'screens/keys/subscription-dialogs.tsx': 'messages that are sent again',
  'screens/keys/subscription-row.tsx': 'a subscription that is paused',
  'screens/limits/set-limit-form.tsx': 'a limit',
  'screens/operate/calls-section.tsx': 'a call to another system that is made again',
  'screens/operate/index-actions.tsx': 'an index that is made',
  'screens/operate/mail-row.tsx': 'a mail that is sent at once',
  'screens/password/password-form.tsx': 'a new password',
  'screens/setup/data-step.tsx': 'the sample data',
  'screens/setup/link-form.tsx': 'the first account',
  'screens/sign-in/sign-in-again-dialog.tsx': 'a sign-in over a page',
  'shell/frame/sign-out-dialog.tsx': 'the end of a session',
  'shell/frame/user-menu-items.tsx': 'the end of a session',
  'shell/palette/command-host.tsx': 'the end of a session',
  'shell/sign-in/sign-in-page.tsx': 'a sign-in',
};

test('the table has every place of the web application that writes', async () => {
  expect(await placesThatWrite([...IN_THE_BACKGROUND, ...ELSEWHERE])).toEqual(Object.keys(PLACES));
  expect(Object.values(PLACES).filter((write) => WRITES[write] === undefined)).toEqual([]);
});

/** Each write on one of both sizes and in one of both languages, or on all of them; together they cover all four. */
const VISITS = [
  { language: 'en', width: 1280, height: 600 },
  { language: 'ja', width: 360, height: 640 },
  { language: 'ja', width: 1280, height: 600 },
  { language: 'en', width: 360, height: 640 },
] as const;

/** Without a connection and with a page of a proxy, and some of the others, in their order. */
function drawnFailures({ empty }: Write, at: number): typeof FAILURES {
  const possible = Object.keys(FAILURES).filter((name) => empty !== true || FAILURES[name]?.body !== '');
  const always = ['offline', 'a page of a proxy (502)'];
  const random = seededRandom(SEED + at);
  const others = possible.filter((name) => !always.includes(name)).map((name) => [random(), name] as const);
  const drawn = others.toSorted(([a], [b]) => a - b).map(([, name]) => name);
  const taken = new Set([...always, ...drawn].slice(0, MOST));
  return Object.fromEntries(Object.entries(FAILURES).filter(([name]) => taken.has(name)));
}

describe.each(Object.entries(WRITES).map(([name, write], at) => [name, write, at] as const))('%s', (_, write, at) => {
  const visits = ALL ? VISITS : [VISITS[at % VISITS.length] ?? VISITS[0]];

  test.each(visits)(
    `A45 that fails says so beside its button, and keeps what was typed ($language, $width px, seed ${String(SEED)})`,
    async (how) => {
      const { page, context } = await suite.visit({ ...(write.as && { as: write.as }), ...how });
      const begin = async (): Promise<string> => {
        await page.unroute(write.call);
        await write.begin(page);
        return (await write.typed?.(page)) ?? '';
      };
      let before = await begin();
      let hasEnded = false;
      const found: Record<string, unknown> = {};
      for (const [name, failing] of Object.entries(drawnFailures(write, at))) {
        if (hasEnded) before = await begin();
        await fail(page, context, write, failing);
        const answered = failing === null ? null : page.waitForResponse(isOf(write)); // what was said before may still stand
        await write.press(page);
        await answered;
        await ended(page);
        const { text, isInSight } = await said(page);
        const typed = (await write.typed?.(page)) ?? '';
        const reads = isSentence(text, how.language) ? 'a sentence' : text;
        hasEnded = write.renewsAfter?.(failing?.status ?? 0) ?? false;
        found[name] = { isInSight, reads, kept: typed === before };
        if (failing === null) {
          await context.setOffline(false);
          await page.locator('[data-nf-connected-again]').first().waitFor();
        }
      }
      const kinds = Object.keys(found);
      expect(kinds.length).toBeGreaterThan(3);
      expect(found).toEqual(
        Object.fromEntries(kinds.map((kind) => [kind, { isInSight: true, reads: 'a sentence', kept: true }])),
      );
      if (hasEnded) before = await begin();
      await page.unroute(write.call);
      const { lost, mend } = await cut(page, write);
      await write.press(page);
      const unknown = page.locator(
        '[data-nf-error="answer_lost"], [data-nf-error="outcome_unknown"], [data-nf-error="no_answer"]',
      );
      await unknown.first().waitFor();
      await ended(page);
      expect({ ...(await said(page)), kept: (await write.typed?.(page)) ?? '' }).toMatchObject({
        isInSight: true,
        kept: before,
      });
      await write.arrives?.(page);
      await mend();
      const answered = page.waitForResponse(isOf(write));
      await again(page, write);
      const answer = await answered;
      const given = isOfRecords(answer.url()) ? [await answer.text()] : [];
      expect(given.map(doneBy)).toEqual(lost.map(doneBy));
      await expect.poll(() => page.locator('[data-nf-action-failure]').count()).toBe(0);
      await write.opens?.(page);
      await context.close();
    },
  );
});

/** Whether a reader of this language can read it: it is in their language, and but for the code in its last line there is nothing of programs in it. */
function isSentence(told: string, language: Language): boolean {
  const text = told.replace(/^(?:Code:|コード：).*$/m, '');
  const isTranslated = /[\u3041-\u30ff\u4e00-\u9fff]/.test(text) === (language === 'ja');
  return isTranslated && !/undefined|\[object|\{\{|\b[a-z]+_[a-z]+\b/.test(text);
}

/** Whether a response answers the call of a write. */
const isOf =
  ({ call, method }: Write) =>
  (answer: Response): boolean =>
    call.test(answer.url()) && answer.request().method() === method;

/** Waits until the page has taken the answer: before that, what is pressed again is not sent. */
const ended = (page: Page): Promise<void> => page.locator('[data-loading]').first().waitFor({ state: 'detached' });

/** What an answer says was done; how long others had to wait for it differs. */
const doneBy = (answer: string): string => answer.replace(/"held_ms":\d+/, '');

/** Sends what failed once more: by the button beside the message, where it has one. */
async function again(page: Page, write: Write): Promise<void> {
  const button = page.locator('[data-nf-action-failure] [role="alert"] button').last();
  if ((await button.count()) > 0) await button.click();
  else await write.press(page);
}

test('a list whose call fails without the members of a problem says that it failed', async () => {
  const { page, context } = await suite.visit({ as: 'mona' });
  await withoutRows(page);
  await page.route('**/api/ticket?*', (route) => route.fulfill({ status: 503, json: { code: 'busy' } }));
  await page.goto('/tickets');
  await page.locator('[data-nf-empty="failed"] [data-nf-error="busy"]').waitFor();
  await page.unroute('**/api/ticket?*');
  await page.locator('[data-nf-empty="failed"] button').click();
  await page.locator('[data-nf-open]').first().waitFor();
  expect(await submitButton(page).count()).toBe(0);
  await context.close();
});

test('a session that ended while there was no connection is told of over the page, which keeps what was typed', async () => {
  const { page, context, account } = await suite.visit({ as: 'rita' });
  await open(page, '/ask');
  const subject = word();
  await fill(page, 'subject', subject);
  await context.clearCookies();
  await context.setOffline(true);
  await page.locator('[role="status"] [data-nf-error="offline"]').waitFor();
  // the first calls after the break may fail as well, those for code too: the page finds out by itself all the same
  const failed = new Set<string>();
  await page.route(/\/(_|api)\/(?!live|intake)/, (route) => {
    const url = route.request().url();
    if (failed.has(url)) return route.fallback();
    failed.add(url);
    return route.abort();
  });
  await context.setOffline(false);
  await page.getByRole('dialog').locator(`[data-nf-demo="${account?.id}"]`).waitFor({ timeout: 30_000 });
  expect([...failed].some((url) => url.endsWith('/_/session'))).toBe(true);
  await page.getByRole('dialog').locator(`[data-nf-demo="${account?.id}"]`).click();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  expect(await control(page, 'subject').inputValue()).toBe(subject);
  await context.close();
});
