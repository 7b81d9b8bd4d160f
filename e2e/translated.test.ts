import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { open } from './harness/browser.ts';
import type { ListBody } from './harness/client.ts';
import { control, errorsOf, field, fill, pick, submitButton } from './harness/form.ts';
import { withProductAndBrowser } from './harness/suite.ts';

const suite = withProductAndBrowser();

/** The texts of a column of the list, from its first row on. */
const column = (page: Page, label: string): Promise<readonly string[]> =>
  page.locator(`main tbody [data-label="${label}"]`).allInnerTexts();

test('a text is entered in each language, with the same verdict for each, and read in the language of the reader', async () => {
  const { page, context } = await suite.visit({ as: 'mona' });
  await open(page, '/category/new');
  const group = page.locator('[data-nf-object="name"]');
  expect(await group.locator('legend').innerText()).toBe('Name');
  expect((await group.locator('label').allInnerTexts()).map((text) => text.split(/\s|Required/)[0])).toEqual([
    'English',
    '日本語',
  ]);
  expect(await control(page, 'name.ja').getAttribute('lang')).toBe('ja');
  await fill(page, 'name.ja', 'あ'.repeat(61));
  await submitButton(page).click();
  await expect.poll(() => errorsOf(page, 'name')).toEqual(['required']);
  await expect.poll(() => errorsOf(page, 'name.ja')).toEqual(['too_long']);
  expect(await axeViolations(page)).toEqual([]);
  await fill(page, 'name', 'Plants');
  await fill(page, 'name.ja', '観葉植物');
  await pick(page, 'team', 'Facilities');
  await fill(page, 'advice.ja', '場所を書いてください。');
  await submitButton(page).click();
  await page.locator('[data-nf-edit]').waitFor();
  expect(await field(page, 'name').innerText()).toContain('Plants');
  expect(await field(page, 'name').innerText()).not.toContain('観葉植物');
  const address = page.url();
  await context.close();

  const japanese = await suite.visit({ as: 'mona', language: 'ja' });
  await open(japanese.page, new URL(address).pathname);
  expect(await field(japanese.page, 'name').innerText()).toContain('観葉植物');
  expect(await japanese.page.locator('h1').first().innerText()).toBe('観葉植物');
  await japanese.context.close();
});

test('the language that is changed is what is sent, and the history says which one it was', async () => {
  const mona = await suite.client('mona');
  const { body: list } = await mona.get<ListBody>('/api/category?f.name=eq:Purchasing');
  const id = list.items[0]?.id ?? '';
  const { page, context } = await suite.visit({ as: 'mona' });
  await open(page, `/category/${id}`);
  await page.locator('[data-nf-edit]').click();
  await fill(page, 'name.ja', '購買・調達');
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await submitButton(page).click();
  expect((await sent).postDataJSON()).toEqual({ name: { ja: '購買・調達' } });
  await page.locator('[data-nf-edit]').waitFor();
  await expect.poll(() => page.locator('dt').allInnerTexts()).toContain('Name – 日本語');
  expect((await mona.get<{ readonly name: object }>(`/api/category/${id}`)).body.name).toEqual({
    en: 'Purchasing',
    ja: '購買・調達',
  });
  await context.close();
});

test('lists, their order, their filters and pickers are those of the reader, in the source language where nobody has translated', async () => {
  const { page, context } = await suite.visit({ as: 'mona', language: 'ja' });
  await open(page, '/articles?sort=headline');
  await expect.poll(async () => (await column(page, 'カテゴリー')).length).toBeGreaterThan(10);
  const categories = await column(page, 'カテゴリー');
  expect(categories).toContain('会議室・什器');
  expect(categories.join()).not.toMatch(/Rooms|Expenses/);
  const first = await page.locator('main tbody tr').first().innerText();
  expect(first).toContain('2台目のモニターの接続');
  await open(page, '/articles?search=VPN%E6%8E%A5%E7%B6%9A');
  await expect.poll(() => page.locator('main tbody tr').count()).toBe(1);
  await open(page, '/articles?search=Parental');
  await expect.poll(() => page.locator('main tbody tr').first().innerText()).toContain('Parental leave, step by step');
  await open(page, '/ask');
  await pick(page, 'category', '鍵・入館証');
  expect(await control(page, 'category').inputValue()).toBe('鍵・入館証');
  await context.close();
});

test('who chooses another language on a page reads its records in that language, in its order', async () => {
  const { page, context } = await suite.visit({ as: 'mona', language: 'ja' });
  await open(page, '/articles?sort=category');
  await expect.poll(async () => (await column(page, 'カテゴリー')).includes('会議室・什器')).toBe(true);
  await page.getByRole('button', { name: '言語' }).click();
  await page.getByRole('menuitemradio', { name: 'English' }).click();
  await expect.poll(async () => (await column(page, 'Category'))[0]).toBe('Accounts & access');
  expect((await column(page, 'Category')).join()).not.toMatch(/会議室/);
  await context.close();
});
