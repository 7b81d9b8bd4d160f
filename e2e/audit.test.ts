import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { open } from './harness/browser.ts';
import { withProductAndBrowser } from './harness/suite.ts';

const suite = withProductAndBrowser();

/** Which acts are shown, each once. */
const acts = async (page: Page): Promise<readonly string[]> => {
  const all = await page
    .locator('[data-nf-audit]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-nf-audit') ?? ''));
  return [...new Set(all)];
};

test('an administrator finds in the audit log who took data out, and narrows it with the keyboard', async () => {
  const mona = await suite.visit({ as: 'mona' });
  expect((await mona.context.request.get('/api/ticket?format=csv')).status()).toBe(200);
  const { page, context } = await suite.visit({ as: 'ada' });
  await open(page, '/_/home');
  await page.locator('[data-nf-user]').click();
  await page.getByRole('menuitem', { name: 'Audit log' }).click();
  await expect.poll(() => acts(page)).toContain('exported');
  expect(await acts(page)).toContain('signed_in');
  expect(await axeViolations(page)).toEqual([]);
  await page.locator('#audit-person').fill('mona@example.test');
  await page.keyboard.press('Enter');
  await page.waitForURL(/person=mona/);
  const mine = page.locator('[data-nf-audit]');
  await expect
    .poll(async () => [...new Set((await mine.allInnerTexts()).map((text) => text.includes('Mona Meyer')))])
    .toEqual([true]);
  await page.locator('[data-nf-filter="act"]').click();
  await page.getByRole('option', { name: 'Data exported' }).click();
  await page.locator('[data-nf-show]').click();
  await expect.poll(() => acts(page)).toEqual(['exported']);
  expect(await mine.first().innerText()).toMatch(/Mona Meyer[\s\S]*127\.0\.0\.1[\s\S]*Format: csv/);
  await page.reload();
  await expect.poll(() => acts(page)).toEqual(['exported']);
  await page.locator('[data-nf-clear]').click();
  await expect.poll(async () => (await acts(page)).length).toBeGreaterThan(1);
  await mona.context.close();
  await context.close();
});

test('the audit log fits a phone and speaks Japanese, and says whom to ask to everybody else', async () => {
  const { page, context } = await suite.visit({ as: 'ada', language: 'ja', width: 360, theme: 'dark' });
  await open(page, '/_/audit?act=signed_in');
  await page.locator('[data-nf-audit]').first().waitFor();
  expect(await page.locator('h1').innerText()).toBe('監査ログ');
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(await axeViolations(page)).toEqual([]);
  await context.close();
  const rita = await suite.visit({ as: 'rita' });
  await open(rita.page, '/_/audit');
  await rita.page.locator('[data-nf-empty="no-permission"]').waitFor();
  await rita.context.close();
});
