import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { open } from './harness/browser.ts';
import type { ListBody } from './harness/client.ts';
import { withProductAndBrowser } from './harness/suite.ts';

const suite = withProductAndBrowser();

const choose = (page: Page, text: string): Promise<void> =>
  page
    .locator('[data-nf-import-file]')
    .setInputFiles({ name: 'assets.csv', mimeType: 'text/csv', buffer: Buffer.from(text, 'utf8') });
const send = (page: Page): Promise<void> => page.locator('main [data-nf-save]').click();
const said = (page: Page, name: string): Promise<string | null> =>
  page.locator('[data-nf-import-good]').getAttribute(`data-nf-import-${name}`);

test('an import is tried in full first: labels in any language, each problem at its row, nothing written; then the good rows', async () => {
  const { page, context } = await suite.visit({ as: 'mona' });
  const mona = await suite.client('mona');
  const before = (await mona.get<ListBody>('/api/asset?size=1&total=exact')).body.total ?? 0;
  await open(page, '/assets');
  await page.getByRole('link', { name: 'Import' }).click();
  expect(await axeViolations(page)).toEqual([]);
  await choose(page, '\ufeff管理番号,Name,種別,Note\nIM-1,Lamp,モニター,x\nIM-2,,Monitor,x\nIM-3,Cable,Nonsense,x\n');
  await page.locator('[data-nf-import-column]').first().waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await send(page);
  await expect.poll(() => said(page, 'good')).toBe('1');
  expect(await said(page, 'failed')).toBe('2');
  const rows = page.locator('[data-nf-import-row]');
  expect(
    await rows.evaluateAll((all) =>
      all.map((row) => [row.getAttribute('data-nf-import-row'), row.getAttribute('data-nf-error')]),
    ),
  ).toEqual([
    ['3', 'required'],
    ['4', 'bad_option'],
  ]);
  expect(await axeViolations(page)).toEqual([]);
  expect((await mona.get<ListBody>('/api/asset?size=1&total=exact')).body.total).toBe(before);
  await page.locator('[data-nf-import-each]').check();
  await send(page);
  await expect.poll(() => page.locator('[data-nf-import-done]').count()).toBe(1);
  expect((await mona.get<ListBody>('/api/asset?size=1&total=exact')).body.total).toBe(before + 1);
  expect((await mona.get<{ name: string }>('/api/asset/IM-1')).body.name).toBe('Lamp');
  await context.close();
});

test('what is no table is said at once; rows change what has their key; at 320 px in Japanese', async () => {
  const { page, context } = await suite.visit({ as: 'mona', language: 'ja', width: 320 });
  await open(page, '/_/import/asset');
  await choose(page, 'tag\n');
  await expect.poll(() => page.locator('main [data-nf-error="not_a_table"]').count()).toBe(1);
  await choose(page, '管理番号,Name\nIM-1,ランプ\nIM-9,\n');
  await page.locator('[data-nf-import-match]').waitFor();
  await expect.poll(() => said(page, 'good')).toBe('1');
  expect(await page.locator('main output').innerText()).toContain('変更1件');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  expect(await axeViolations(page)).toEqual([]);
  await context.close();
});

test.each([
  { language: 'en', width: 1280, theme: 'light' },
  { language: 'ja', width: 360, theme: 'dark' },
] as const)(
  'problems name value and field, the failed rows are corrected and sent again, the result is shown and undone: $language',
  async ({ language, width, theme }) => {
    const { page, context } = await suite.visit({ as: 'mona', language, width, theme });
    const mona = await suite.client('mona');
    const [a, b] = [`UN-${language}1`, `UN-${language}2`];
    await open(page, '/_/import/asset');
    const heads = language === 'en' ? 'Tag,Name,Kind' : '管理番号,名称,種別';
    await choose(page, `${heads}\n${a},Lamp,monitor\n${b},Cable,monitr\n`);
    const problem = page.locator('[data-nf-import-row="3"]');
    await problem.waitFor();
    expect(await problem.innerText()).toContain('monitr');
    expect(await problem.innerText()).toMatch(
      language === 'en' ? /Did you mean “Monitor”\?/ : /「モニター」のことですか？/,
    );
    expect(await axeViolations(page)).toEqual([]);
    await page.locator('[data-nf-import-each]').check();
    await send(page);
    await page.locator('[data-nf-import-done]').waitFor();
    const arriving = page.waitForEvent('download');
    await page.locator('[data-nf-import-rejects]').click();
    const file = await arriving;
    expect(file.suggestedFilename()).toBe(language === 'en' ? 'assets_problems.csv' : 'assets_問題のある行.csv');
    const rejected = await readFile(await file.path(), 'utf8');
    expect(rejected).toContain(b);
    await page.locator('[data-nf-import-show="created"]').click();
    await expect.poll(() => page.locator('main [data-nf-record]').count()).toBe(1);
    await page.goBack();
    await choose(page, rejected.replace('monitr', 'monitor'));
    await page.locator('[data-nf-import-good="1"]').waitFor();
    await send(page);
    await page.locator('[data-nf-import-done]').waitFor();
    expect((await mona.get<{ name: string }>(`/api/asset/${b}`)).body.name).toBe('Cable');
    await page.locator('[data-nf-import-undo]').click();
    await page.locator('[data-nf-import-undone="1"][data-nf-import-kept="0"]').waitFor();
    expect(await page.locator('[data-nf-import-show]').count()).toBe(0);
    expect((await mona.get(`/api/asset/${b}`)).status).toBe(404);
    expect((await mona.get(`/api/asset/${a}`)).status).toBe(200);
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await context.close();
  },
);

test.each([
  { language: 'en', width: 1280, heads: 'Tag,Name,Kind,Place', says: /2 stored values will be emptied/ },
  { language: 'ja', width: 360, heads: '管理番号,名称,種別,保管場所', says: /保存されている値が2件消えます/ },
] as const)(
  'what empty cells empty is said before the import; its undo is found again after looking at the result and after a reload: $language',
  async ({ language, width, heads, says }) => {
    const { page, context } = await suite.visit({ as: 'mona', language, width });
    const mona = await suite.client('mona');
    const tags = [1, 2].map((number) => `EM-${language}${String(number)}`);
    for (const tag of tags) {
      const made = await mona.send('POST', '/api/asset', { tag, name: 'Lamp', kind: 'monitor', place: 'Attic' });
      expect(made.status).toBe(201);
    }
    await open(page, '/_/import/asset');
    await choose(page, `${heads}\n${tags.map((tag) => `${tag},Lamp,monitor,`).join('\n')}\n`);
    const emptied = page.locator('[data-nf-import-emptied="2"]');
    await emptied.waitFor();
    expect(await emptied.innerText()).toMatch(says);
    const row = page.locator('[data-nf-import-values="place"]');
    expect(await row.innerText()).toMatch(new RegExp(`Attic[^]*${language === 'en' ? 'empty' : '未入力'}`));
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await send(page);
    await page.locator('[data-nf-import-done]').waitFor();
    await page.locator('[data-nf-import-show="changed"]').click();
    await expect.poll(() => page.locator('main [data-nf-record]').count()).toBe(2);
    await page.goBack();
    const past = page.locator('[data-nf-import-past="assets.csv"]').first();
    await past.waitFor();
    await page.reload();
    await past.locator('[data-nf-import-undo]').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await past.locator('[data-nf-import-undo]').click();
    const asks = page.getByRole('dialog'); // some time after
    expect(await asks.innerText()).toMatch(language === 'en' ? /former values back: 2\./ : /2件を元の値に戻します/);
    expect(await axeViolations(page)).toEqual([]);
    await asks.locator('[data-nf-save]').click();
    await past.locator('[data-nf-import-undone="2"][data-nf-import-kept="0"]').waitFor();
    for (const tag of tags) expect((await mona.get<{ place: string }>(`/api/asset/${tag}`)).body.place).toBe('Attic');
    await page.reload();
    await page.locator('[data-nf-import-file]').waitFor({ state: 'attached' });
    expect(await page.getByText('assets.csv').count()).toBe(0);
    await context.close();
  },
);

test.each(['en', 'ja'] as const)(
  'days with slashes are said as they are read, and asked for where nothing shows their order: %s',
  async (language) => {
    const { page, context } = await suite.visit({ as: 'mona', language, width: language === 'ja' ? 360 : 1280 });
    await open(page, '/_/import/asset');
    await choose(page, 'name,bought_on\nLamp,03/04/2024');
    const dates = page.locator('[data-nf-import-dates-of="bought_on"]');
    await dates.waitFor();
    expect(await dates.innerText()).toContain(language === 'ja' ? '2024/03/04' : 'Mar 4, 2024');
    await page.locator('[data-nf-import-way="day_first"]').check();
    await send(page);
    await expect.poll(() => dates.innerText()).toContain(language === 'ja' ? '2024/04/03' : 'Apr 3, 2024');
    expect(await axeViolations(page)).toEqual([]);
    await context.close();
  },
);

test('a file that is chosen while another one is checked is checked itself, and the answer about the other one is dropped', async () => {
  const { page, context } = await suite.visit({ as: 'mona' });
  await open(page, '/_/import/asset');
  const gate = Promise.withResolvers<undefined>();
  await page.route('**/api/asset/import?*', async (route) => {
    if (route.request().postData()?.includes('SLOW') === true) await gate.promise;
    await route.continue().catch(() => undefined); // the page has given it up
  });
  const asked = page.waitForRequest((request) => request.postData()?.includes('SLOW') === true);
  await choose(page, 'tag,Name,種別\nSLOW-1,Lamp,Monitor\n');
  await asked;
  await choose(page, 'tag,Name,種別\nNEXT-1,Lamp,Monitor\nNEXT-2,,Monitor\n');
  await expect.poll(() => said(page, 'failed')).toBe('1');
  gate.resolve(undefined);
  expect(await page.locator('main td').first().innerText()).toBe('NEXT-1');
  expect(await said(page, 'good')).toBe('1');
  await context.close();
});
