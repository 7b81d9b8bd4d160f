// What is typed sooner than its input is there: nothing of it is lost, and none of it runs a command.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { open, touchTable } from './harness/browser.ts';
import { withProductAndBrowser } from './harness/suite.ts';
import { createTicket } from './harness/tickets.ts';

const suite = withProductAndBrowser();

/** Letters each of which is the key of a command of a list or of a record: mark, next row, create, move, comment. */
const TYPED = ' xjcmn';

/** Lets everything that is asked for come half a second late. */
async function slowly(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    await new Promise((done) => setTimeout(done, 500));
    await route.continue();
  });
}

test('what is typed at once after F2 stands in the cell, and no letter of it runs a command', async () => {
  const client = await suite.client('mona');
  const ticket = await createTicket(client);
  const { page, context } = await suite.visit({ as: 'mona' });
  await open(page, `/tickets?search=${ticket['number']}`);
  await touchTable(page);
  await page.locator(`[data-nf-open="${ticket.id}"]`).focus();
  await slowly(page);
  await page.keyboard.press('F2');
  await page.keyboard.type(`${TYPED}o`);
  await page.keyboard.press('Backspace');
  const input = page.locator('[data-nf-cell="subject"] input');
  await expect.poll(() => input.inputValue()).toBe(`${ticket['subject']}${TYPED}`);
  await page.keyboard.type(' and on');
  expect(await input.inputValue()).toBe(`${ticket['subject']}${TYPED} and on`);
  expect(await page.locator('tr[data-nf-record] input:checked').count()).toBe(0);

  // the question whether to leave stands over the box
  await page.unroute('**/*');
  await page.locator('nav a[href="/loans"]').click();
  const dialog = page.getByRole('dialog').filter({ has: page.locator('[data-autofocus]') });
  const keep = dialog.locator('[data-autofocus]');
  await keep.waitFor();
  const box = await page.locator('[data-nf-cell="subject"]').boundingBox();
  const over = await page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.closest('[data-nf-cell]') === null, {
    x: (box?.x ?? 0) + 5,
    y: (box?.y ?? 0) + 5,
  });
  expect(over).toBe(true);
  await keep.click();

  // Esc gives the box up, and keys are commands again
  await input.press('Escape');
  await input.waitFor({ state: 'detached' });
  await page.keyboard.press('F2');
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await page.locator('[data-nf-search]:focus').waitFor();

  // also while keys are still held for the box that has just taken the focus: the row has it again
  await page.evaluate(() => {
    const own = globalThis.requestAnimationFrame;
    globalThis.requestAnimationFrame = (draw) => own(() => setTimeout(draw, 500, performance.now()));
  });
  await page.locator(`[data-nf-open="${ticket.id}"]`).focus();
  await page.keyboard.press('F2');
  await page.locator('[data-nf-cell] :focus').waitFor();
  await page.keyboard.press('Escape');
  await page.locator(`tr[data-nf-record="${ticket.id}"] :focus`).waitFor();
  await context.close();
});

test('what is typed at once after E stands in the form, and no letter of it runs a command', async () => {
  const client = await suite.client('mona');
  const ticket = await createTicket(client);
  const { page, context } = await suite.visit({ as: 'mona' });
  await open(page, `/tickets/${ticket.id}`);
  await page.locator('[data-nf-edit]').waitFor();
  await slowly(page);
  await page.keyboard.press('e');
  await page.keyboard.type(TYPED);
  const input = page.locator('form [data-nf-field="subject"] input');
  await expect.poll(() => input.inputValue()).toBe(`${ticket['subject']}${TYPED}`);
  await context.close();
});

test('what is typed at once after C stands in the first input of the form, and no letter of it runs a command', async () => {
  const { page, context } = await suite.visit({ as: 'mona' });
  await open(page, '/tickets');
  await page.locator('[data-nf-columns]').waitFor();
  await slowly(page);
  await page.keyboard.press('c');
  await page.keyboard.type(`x${TYPED}`);
  await page.waitForURL(/\/new$/);
  const input = page.locator('main form input').first();
  await expect.poll(() => input.inputValue()).toBe(`x${TYPED}`);
  await page.keyboard.type(' and on');
  expect(await input.inputValue()).toBe(`x${TYPED} and on`);
  await context.close();
});
