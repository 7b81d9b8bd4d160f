// Steps that ask for one text, taken with what is written where comments are.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { open } from './harness/browser.ts';
import { withProductAndBrowser } from './harness/suite.ts';
import { teamTicket } from './harness/writes/record-writes.ts';

const suite = withProductAndBrowser();

const box = (page: Page) => page.locator('#nf-comment');
const ask = (page: Page) => page.locator('[data-nf-said="wait"]');
const dialog = (page: Page) => page.locator('[data-nf-transition-dialog]');
const inState = (page: Page, state: string) => page.locator(`main [data-nf-state="${state}"]`).first().waitFor();

/** What the reader has entered last in the history, with its text. */
async function lastOf(id: string): Promise<{ readonly transition: unknown; readonly reason: unknown }> {
  const mona = await suite.client('mona');
  const { body } = await mona.get<{ items: { transition: string; input: Record<string, unknown> | null }[] }>(
    `/api/ticket/${id}/history`,
  );
  return { transition: body.items[0]?.transition, reason: body.items[0]?.input?.['reason'] };
}

test('who takes a request by pointer writes at once, and asks back with one press', async () => {
  const { id } = await teamTicket(suite, false);
  const { page } = await suite.visit({ as: 'mona' });
  await open(page, `/tickets/${id}`);
  await page.locator('main [data-nf-transition="take"]').first().click();
  await page.locator('#nf-comment:focus').waitFor();
  await page.keyboard.type('Which floor is it?');
  expect(await axeViolations(page)).toEqual([]);
  await ask(page).click();
  await inState(page, 'waiting');
  expect(await lastOf(id)).toEqual({ transition: 'wait', reason: 'Which floor is it?' });
  await expect.poll(() => box(page).inputValue()).toBe('');
  expect(await page.locator('[data-nf-comment]').count()).toBe(0);
  // it is a step like any other: the page says so, and what was typed is not offered as a draft
  await page.locator('[data-nf-stranded], [data-nf-offered]').first().waitFor({ state: 'detached' });
  await page.reload();
  await box(page).waitFor();
  expect(await box(page).inputValue()).toBe('');
});

test('who takes a request by keys has the keys of the record', async () => {
  const { id } = await teamTicket(suite, false);
  const { page } = await suite.visit({ as: 'mona' });
  await open(page, `/tickets/${id}`);
  await page.locator('main [data-nf-transition="take"]').first().focus();
  await page.keyboard.press('Enter');
  await page.locator('h1:focus').waitFor();
  await inState(page, 'open');
  expect(await box(page).evaluate((one) => one === document.activeElement)).toBe(false);
});

test('a text that is refused opens the step with it, and comes back as it was changed there', async () => {
  const { id } = await teamTicket(suite, true);
  const { page } = await suite.visit({ as: 'mona', language: 'ja', width: 360 });
  await open(page, `/tickets/${id}`);
  await ask(page).click();
  await page.locator('[data-nf-comment-form] [role="alert"]').waitFor();
  expect(await dialog(page).count()).toBe(0);

  await box(page).fill('x'.repeat(600));
  await ask(page).click();
  await dialog(page).locator('textarea').waitFor();
  expect(await dialog(page).locator('textarea').inputValue()).toBe('x'.repeat(600));
  expect(await axeViolations(page)).toEqual([]);
  // what is pressed in the dialog is its own: no comment goes with it
  await page.keyboard.press('Control+Enter');
  await dialog(page).locator('[role="alert"]').first().waitFor();
  const { body } = await (await suite.client('mona')).get<{ items: unknown[] }>(`/api/ticket/${id}/comments`);
  expect(body.items).toEqual([]);
  await dialog(page).locator('textarea').fill('何階ですか');
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  expect(await box(page).inputValue()).toBe('何階ですか');
  await ask(page).click();
  await inState(page, 'waiting');
  expect(await lastOf(id)).toEqual({ transition: 'wait', reason: '何階ですか' });
  await expect.poll(() => box(page).inputValue()).toBe('');
  expect(await page.locator('main').innerText()).not.toContain('xxxx');
});

test('what is more than a text for everybody is sent as a comment only', async () => {
  const { id } = await teamTicket(suite, true);
  const { page } = await suite.visit({ as: 'mona' });
  await open(page, `/tickets/${id}`);
  await ask(page).waitFor();
  await page.locator('[data-nf-internal]').check();
  await ask(page).waitFor({ state: 'detached' });
  await page.locator('[data-nf-internal]').uncheck();
  await ask(page).waitFor();
  const file = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('a plan') };
  await page.locator('[data-nf-file-picker="comment"]').setInputFiles(file);
  await ask(page).waitFor({ state: 'detached' });
  await page.locator('[data-nf-comment-form] [data-nf-file]').waitFor();
  await box(page).fill('As drawn.');
  await box(page).press('Control+Enter');
  await ask(page).waitFor();
  // a step that needs more, or ends the way, stays where it was
  expect(await page.locator('[data-nf-said="hand_over"], [data-nf-said="resolve"]').count()).toBe(0);
});
