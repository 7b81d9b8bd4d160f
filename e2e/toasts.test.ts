import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { open } from './harness/browser.ts';
import { stopClock } from './harness/clock.ts';
import type { RecordBody } from './harness/client.ts';
import { fill, submitButton } from './harness/form.ts';
import { createTicket } from './harness/tickets.ts';
import { withProductAndBrowser } from './harness/suite.ts';

const suite = withProductAndBrowser();
const toast = '[data-nf-toast]';

/** The page of a category that was just deleted on it, with its toast, and with a stopped clock. */
async function pageWithToast(): Promise<{ page: Page; close(): Promise<void>; id: string; shownAt: number }> {
  const { page, context } = await suite.visit({ as: 'mona' });
  const mona = await suite.client('mona');
  const team = await mona.get<{ items: RecordBody[] }>('/api/team?size=1');
  const name = `Shelves ${Math.random().toString(36).slice(2, 8)}`;
  const made = await mona.send<RecordBody>('POST', '/api/category', {
    name,
    team: team.body.items[0]?.id,
    active: true,
  });
  expect(made.status).toBe(201);
  await page.clock.install();
  await open(page, `/category/${made.body.id}`);
  await page.evaluate((selector) => {
    new MutationObserver(() => {
      if (document.querySelector(selector) && !('toastAt' in window)) Object.assign(window, { toastAt: Date.now() });
    }).observe(document.body, { childList: true, subtree: true });
  }, toast);
  await page.locator('[data-nf-more]').click();
  await stopClock(page);
  await page.locator('[data-nf-delete]').click();
  await ticking(page, async () => (await page.locator(toast).count()) === 1);
  await ticking(page, () => page.evaluate(() => document.activeElement?.matches('h1') === true));
  const shownAt = await page.evaluate(() => (window as unknown as { toastAt: number }).toastAt);
  return { page, close: () => context.close(), id: made.body.id, shownAt };
}

/** Advances a stopped clock in small steps until a condition holds, so that no wait depends on the machine. */
async function ticking(page: Page, holds: () => Promise<boolean>): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(20);
      return holds();
    })
    .toBe(true);
}

const now = (page: Page): Promise<number> => page.evaluate(() => Date.now());

test('A44 A47 seed: toasts close after 5000 ms; the region is there before them and the focus stays', async () => {
  const { page, close, shownAt } = await pageWithToast();
  expect(await page.evaluate((selector) => document.activeElement?.closest(selector) === null, toast)).toBe(true);
  const passed = (await now(page)) - shownAt;
  expect(passed).toBeLessThan(4500);
  await page.clock.runFor(4800 - passed);
  await page.waitForTimeout(100);
  expect(await page.locator(toast).count()).toBe(1);
  await page.clock.runFor(400);
  await expect.poll(() => page.locator(toast).count()).toBe(0);
  await close();
});

test.each(['pointer', 'focus', 'hidden tab'])('A44 %s stops the clock of a toast', async (what) => {
  const { page, close } = await pageWithToast();
  const hide = (hidden: boolean): Promise<void> =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  if (what === 'pointer') await page.locator(toast).hover();
  if (what === 'focus') await page.locator(`${toast} button`).last().focus();
  if (what === 'hidden tab') await hide(true);
  await page.waitForTimeout(100);
  await page.clock.runFor(60_000);
  await page.waitForTimeout(100);
  expect(await page.locator(toast).count()).toBe(1);
  if (what === 'pointer') await page.mouse.move(5, 5);
  if (what === 'focus') await page.locator('h1').focus();
  if (what === 'hidden tab') await hide(false);
  await page.waitForTimeout(100);
  await page.clock.runFor(5200);
  await expect.poll(() => page.locator(toast).count()).toBe(0);
  await close();
});

test('A46 a deletion can be undone from its toast; after it by Ctrl Z, or from the trash', async () => {
  const { page, close, id } = await pageWithToast();
  const mona = await suite.client('mona');
  const status = async (): Promise<number> => (await mona.get(`/api/category/${id}`)).status;
  const remove = async (): Promise<void> => {
    await page.locator('[data-nf-more]').click();
    await page.locator('[data-nf-delete]').click();
    await expect.poll(status).toBe(404);
  };
  expect(await status()).toBe(404);
  await page.locator(toast).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(status).toBe(200);
  await page.clock.resume();
  await remove();
  await expect.poll(() => page.locator(toast).count(), { timeout: 30_000 }).toBe(0);
  await page.keyboard.press('Control+z');
  await expect.poll(status).toBe(200);
  await page.locator(`[data-nf-record="${id}"]`).waitFor();
  await remove();
  await open(page, '/_/trash/category');
  expect(await page.locator('li[data-nf-record]').first().getAttribute('data-nf-record')).toBe(id);
  expect(await page.locator(`li[data-nf-record="${id}"]`).innerText()).toContain('Deleted ');
  await page.locator(`li[data-nf-record="${id}"] [data-nf-restore]`).click();
  await expect.poll(status).toBe(200);
  await close();
});

test('a saved change is taken back by Ctrl Z outside of texts, unless somebody has changed the field since', async () => {
  const { page, context } = await suite.visit({ as: 'rita' });
  const rita = await suite.client('rita');
  const ticket = await createTicket(rita);
  const subject = async (): Promise<unknown> =>
    (await rita.get<RecordBody>(`/api/ticket/${ticket.id}`)).body['subject'];
  const before = await subject();
  const change = async (text: string): Promise<void> => {
    await page.locator('[data-nf-edit]').click();
    await fill(page, 'subject', text);
    await submitButton(page).click();
    await expect.poll(subject).toBe(text);
    await page.locator('[data-nf-saved="saved"]').waitFor();
  };
  await open(page, `/tickets/${ticket.id}`);
  await change('A louder lamp');
  // whoever looks for the record by its title is not offered to undo its change
  await page.keyboard.press('Control+k');
  const asked = page.locator('[data-nf-palette] input');
  await asked.fill('louder');
  await page.locator(`[data-nf-command="record.${ticket.id}"]`).waitFor();
  expect(await page.locator('[data-nf-command="undo"]').count()).toBe(0);
  await asked.fill('undo');
  expect(await page.locator('[data-nf-command="undo"]').innerText()).toContain('A louder lamp');
  await page.keyboard.press('Escape');
  await asked.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+z');
  await expect.poll(subject).toBe(before);
  await page.locator('[data-nf-saved="undone"]').waitFor();
  await change('A softer lamp');
  await rita.send('PATCH', `/api/ticket/${ticket.id}`, { subject: 'A lamp for Rita' });
  await page.keyboard.press('Control+z');
  const told = page.getByRole('dialog').locator('[data-nf-error="changed_meanwhile"]');
  await told.waitFor();
  expect(await told.innerText()).not.toContain('Compare both');
  expect(await page.getByRole('dialog').locator('[data-nf-undo-record]').getAttribute('href')).toBe(
    `/tickets/${ticket.id}`,
  );
  expect(await subject()).toBe('A lamp for Rita');
  await context.close();
});

test('A47 the toast region is in the page from the load on and is announced politely', async () => {
  const { page, context } = await suite.visit({ as: 'rita' });
  await open(page, '/');
  const region = page.locator('[role="status"][aria-live="polite"][aria-label]');
  expect(await region.count()).toBe(1);
  await context.close();
});
