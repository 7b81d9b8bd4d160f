import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { antiForgery, open } from './harness/browser.ts';
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
  // what was typed and not sent is cleared, too
  await page.locator('#audit-from').fill('soonish');
  await page.locator('#audit-person').fill('nobody');
  await page.locator('[data-nf-show]').click();
  await page.locator('#audit-from-error').waitFor();
  await page.locator('[data-nf-clear]').click();
  await page.locator('#audit-from-error').waitFor({ state: 'detached' });
  expect([await page.locator('#audit-from').inputValue(), await page.locator('#audit-person').inputValue()]).toEqual([
    '',
    '',
  ]);
  await mona.context.close();
  await context.close();
});

test('the audit log fits a phone and speaks Japanese, and says whom to ask to everybody else', async () => {
  const { page, context } = await suite.visit({ as: 'ada', language: 'ja', width: 360, theme: 'dark' });
  const { context: mona } = await suite.visit({ as: 'mona' });
  const headers = await antiForgery(mona);
  const { items } = (await (await mona.request.get('/api/category?size=1')).json()) as { items: { id: string }[] };
  const set = (limit: string, value: string | undefined) =>
    mona.request.patch(`/api/_limits/${limit}`, { headers, data: { value, version: 0 } });
  expect((await set('mail_category', items[0]?.id)).status()).toBe(200);
  const days = { from: '2099-03-05', until: '2099-03-06' };
  const { me } = (await (await context.request.get('/_/session')).json()) as { me: { id: string } };
  expect((await mona.request.post('/_/deputies', { headers, data: { deputy: me.id, ...days } })).status()).toBe(201);
  await mona.close();
  await open(page, '/_/audit');
  // Each detail says what it is of its act, by its type: a first day is no value before, and no id stands for a limit or its record.
  const said = (act: string) => page.locator(`[data-nf-audit="${act}"]`).first().innerText();
  await expect.poll(() => said('deputy_named')).toMatch(/開始日： 2099\/03\/05\s+終了日： 2099\/03\/06/);
  await expect
    .poll(() => said('limit_set'))
    .toMatch(/設定値： メールで届いた依頼のカテゴリー\s+変更前： PC・周辺機器\s+変更後： (?![0-9a-f]{8}-)\S/);
  await page.locator('#audit-from').fill('2026/13/45');
  await page.locator('[data-nf-show]').click();
  await expect.poll(() => page.locator('#audit-from-error').innerText()).toContain('2026/03/05');
  expect(await page.locator('h1').innerText()).toBe('監査ログ');
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(await axeViolations(page)).toEqual([]);
  await context.close();
  const rita = await suite.visit({ as: 'rita' });
  await open(rita.page, '/_/audit');
  await rita.page.locator('[data-nf-empty="no-permission"]').waitFor();
  await rita.context.close();
});
