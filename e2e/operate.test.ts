import type { IndexesAnswer } from '@ninefold/model';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { open } from './harness/browser.ts';
import { withProductAndBrowser } from './harness/suite.ts';
import { keepIndexWanted, WANTED_INDEX } from './harness/wanted-index.ts';

const suite = withProductAndBrowser();
const row = `[data-nf-index="${WANTED_INDEX}"]`;

const state = (page: Page): Promise<string | null> => page.locator(row).getAttribute('data-nf-index-state');

async function showIndex(page: Page): Promise<void> {
  await keepIndexWanted(page, suite.product());
  await open(page, '/_/operate');
  await page.locator(row).waitFor();
}

async function press(page: Page, act: string): Promise<void> {
  await page.locator(`${row} [data-nf-act="${act}"]`).focus();
  await page.keyboard.press('Enter');
}

test('an operator finds why each index is there, and with the keyboard has one made, pins, refuses and allows it', async () => {
  const { page, context } = await suite.visit({ as: 'ada' });
  await open(page, '/_/home');
  await page.locator('[data-nf-user]').click();
  await page.getByRole('menuitem', { name: 'Operation' }).click();
  await page.locator('[data-nf-index="ticket.id.live"]').waitFor();
  await showIndex(page);
  expect(await axeViolations(page)).toEqual([]);
  expect(await page.locator('[data-nf-index="ticket.id.live"]').innerText()).toContain('Newest records first');
  expect(await state(page)).toBe('waiting');
  await press(page, 'make');
  await expect.poll(() => state(page)).toBe('made');
  await expect
    .poll(() => page.locator(`${row} [data-nf-act="pin"]`).evaluate((one) => one === document.activeElement))
    .toBe(true);
  await press(page, 'pin');
  await expect.poll(() => page.locator(row).getAttribute('data-nf-pinned')).toBe('true');
  await page.reload();
  await expect.poll(() => page.locator(row).getAttribute('data-nf-pinned')).toBe('true');
  await press(page, 'refuse');
  await expect.poll(() => state(page)).toBe('refused');
  await press(page, 'allow');
  await expect.poll(() => state(page)).toBe('waiting');
  await context.close();
});

test('where nobody can write meanwhile, making a large index is asked for once more', async () => {
  const { page, context } = await suite.visit({ as: 'ada' });
  const sent: string[] = [];
  await page.route('**/_/operate/indexes', async (route) => {
    sent.push(route.request().method());
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    const answer = (await response.json()) as IndexesAnswer;
    const items = answer.items.map((item) => (item.name === WANTED_INDEX ? { ...item, making_ms: 4200 } : item));
    return route.fulfill({ response, json: { ...answer, items } });
  });
  await showIndex(page);
  await press(page, 'make');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('4.2 seconds').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect([await state(page), sent.includes('POST')]).toEqual(['waiting', false]);
  await press(page, 'make');
  await dialog.locator('[data-nf-save]').click();
  await expect.poll(() => state(page)).toBe('made');
  await context.close();
});

test('what was shown and has gone is said where the button is', async () => {
  const { page, context } = await suite.visit({ as: 'ada' });
  await page.route('**/_/operate/indexes', async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback();
    return route.continue({ postData: JSON.stringify({ name: 'gone', ruling: 'pinned' }) });
  });
  await showIndex(page);
  await press(page, 'pin');
  await page.locator(`${row} [data-nf-error="no_such_index"]`).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await context.close();
});

test('the page of operators fits a phone and speaks Japanese, and says whom to ask to everybody else', async () => {
  const { page, context } = await suite.visit({ as: 'ada', language: 'ja', width: 360, theme: 'dark' });
  await showIndex(page);
  expect(await page.locator('h1').innerText()).toBe('運用');
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(await axeViolations(page)).toEqual([]);
  await context.close();
  const mona = await suite.visit({ as: 'mona' });
  await open(mona.page, '/_/operate');
  await mona.page.locator('[data-nf-empty="no-permission"]').waitFor();
  await mona.context.close();
});
