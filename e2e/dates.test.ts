import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { open } from './harness/browser.ts';
import type { ListBody, RecordBody } from './harness/client.ts';
import { control, errorsOf, field, fill, submitButton } from './harness/form.ts';
import { withProductAndBrowser } from './harness/suite.ts';

const suite = withProductAndBrowser();

/** An asset of the example, opened for editing at this address. */
async function editing(page: Page, query = ''): Promise<RecordBody> {
  const mona = await suite.client('mona');
  const { body } = await mona.get<ListBody>('/api/asset?size=1&where=blank(record.retired_on)');
  const asset = body.items[0];
  if (!asset) throw new Error('the example has no asset');
  await open(page, `/assets/${asset.id}${query}`);
  await page.locator('[data-nf-edit]').click();
  await control(page, 'bought_on').waitFor();
  return asset;
}

/** The day that the page sends for a typed text. */
async function sentDay(page: Page, asset: RecordBody, text: string): Promise<unknown> {
  await fill(page, 'bought_on', text);
  const sent = page.waitForRequest((request) => request.method() === 'PATCH' && request.url().includes(asset.id));
  await submitButton(page).click();
  return (JSON.parse((await sent).postData() ?? '{}') as Readonly<Record<string, unknown>>)['bought_on'];
}

const pad = (number: number): string => String(number).padStart(2, '0');
const iso = (day: Date): string => `${day.getUTCFullYear()}-${pad(day.getUTCMonth() + 1)}-${pad(day.getUTCDate())}`;

test.each(['ja', 'en'] as const)(
  'A42 every form of a date is the same day, with its reading under it (%s)',
  async (language) => {
    const { page, context } = await suite.visit({ as: 'mona', language: 'en' });
    const today = iso(new Date(new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Berlin' }).format(Date.now())));
    const inThree = iso(new Date(Date.parse(today) + 3 * 86_400_000));
    const year = today.slice(0, 4);
    await editing(page, `?lng=${language}`);
    await page.route('**/api/asset/*', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
    );
    const asset = { id: '/api/asset/' } as unknown as RecordBody;
    const forms: readonly (readonly [text: string, day: string])[] = [
      ['2025-03-05', '2025-03-05'],
      ['2025/3/5', '2025-03-05'],
      ['20250305', '2025-03-05'],
      ['令和7年3月5日', '2025-03-05'],
      ['R7.3.5', '2025-03-05'],
      ['２０２５／３／５', '2025-03-05'],
      ['2025年3月5日', '2025-03-05'],
      ['today', today],
      ['今日', today],
      ['+3', inThree],
      [language === 'ja' ? '2025/03/05' : '03/05/2025', '2025-03-05'],
    ];
    for (const [text, day] of forms) expect([text, await sentDay(page, asset, text)]).toEqual([text, day]);
    await fill(page, 'bought_on', '2025-03-05');
    const reading = await field(page, 'bought_on').innerText();
    expect(reading).toMatch(language === 'ja' ? /2025年3月5日\(水\)[^]*令和7年3月5日/ : /Wed, Mar 5, 2025/);
    expect(await field(page, 'bought_on').locator('[data-nf-era]').count()).toBe(language === 'ja' ? 1 : 0);
    expect(await field(page, 'warranty_until').locator('[data-nf-era]').count()).toBe(0);
    await fill(page, 'bought_on', '3/5');
    expect(await field(page, 'bought_on').innerText()).toContain(nearestYear(year, today));
    await context.close();
  },
);

/** The year in which the fifth of March lies nearest to today. */
function nearestYear(year: string, today: string): string {
  const distance = (each: number): number => Math.abs(Date.parse(`${each}-03-05`) - Date.parse(today));
  return String([Number(year) - 1, Number(year), Number(year) + 1].toSorted((a, b) => distance(a) - distance(b))[0]);
}

test('A42 an era field is read in the era in Japanese on the record too, and a text that is no date stays with its error', async () => {
  const { page, context } = await suite.visit({ as: 'mona', language: 'ja' });
  await editing(page);
  await fill(page, 'bought_on', '2019-05-01');
  await submitButton(page).click();
  await page.locator('[data-nf-edit]').waitFor();
  expect(await field(page, 'bought_on').innerText()).toMatch(/2019\/05\/01[^]*令和元年5月1日/);
  await page.locator('[data-nf-edit]').click();
  await fill(page, 'bought_on', '2月31日');
  await submitButton(page).click();
  await expect.poll(() => errorsOf(page, 'bought_on')).toEqual(['bad_date']);
  expect(await control(page, 'bought_on').inputValue()).toBe('2月31日');
  await context.close();
});

test('Enter in a day that cannot be read says so beside it and sends nothing, also in a form for a new record', async () => {
  const { page, context } = await suite.visit({ as: 'mona' });
  let sent = 0;
  page.on('request', (request) => (sent += request.method() === 'POST' ? 1 : 0));
  await open(page, '/borrow');
  await fill(page, 'until', 'abc');
  await control(page, 'until').press('Enter');
  await expect.poll(() => errorsOf(page, 'until')).toEqual(['bad_date']);
  expect([sent, new URL(page.url()).pathname]).toEqual([0, '/borrow']);
  expect(await control(page, 'until').evaluate((one) => one === document.activeElement)).toBe(true);
  await fill(page, 'until', '+3');
  await expect.poll(() => errorsOf(page, 'until')).toEqual([]);
  await context.close();
});

test('A43 numbers with the separators of the language, plain ones and full-width digits; bad text stays with an error', async () => {
  const { page, context } = await suite.visit({ as: 'mona' });
  await editing(page, '?lng=ja');
  await page.route('**/api/asset/*', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
  );
  const sentPrice = async (text: string): Promise<unknown> => {
    await fill(page, 'price', text);
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await submitButton(page).click();
    return Number((JSON.parse((await sent).postData() ?? '{}') as Readonly<Record<string, unknown>>)['price']);
  };
  for (const text of ['１，２３４', '1,234', '1234']) expect([text, await sentPrice(text)]).toEqual([text, 1234]);
  await fill(page, 'price', 'about 12');
  await submitButton(page).click();
  await expect.poll(() => errorsOf(page, 'price')).toEqual(['bad_number']);
  expect(await control(page, 'price').inputValue()).toBe('about 12');
  await context.close();
});

test('days are written and read as in the region of the browser, and its calendar moves by arrow keys at once', async () => {
  const { page, context } = await suite.visit({ as: 'mona', language: 'en' });
  await page.addInitScript(() => Object.defineProperty(navigator, 'languages', { value: ['en-GB', 'en-US'] }));
  await editing(page);
  expect(await field(page, 'bought_on').innerText()).not.toContain('MM/DD');
  await fill(page, 'bought_on', '3/12/2024');
  await page.keyboard.press('Tab');
  expect(await control(page, 'bought_on').inputValue()).toBe('03/12/2024');
  expect(await field(page, 'bought_on').innerText()).toContain('Tue, 3 Dec 2024');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toMatch(/^Tuesday,? 3 December 2024$/);
  expect(await page.locator('thead th').first().innerText()).toBe('M');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => control(page, 'bought_on').inputValue()).toBe('11/12/2024');

  // a moment of which only the day is given says when on that day it is
  await open(page, '/desk/new');
  await fill(page, 'due', '2031-05-06');
  await field(page, 'due').getByText('No time was given: the day begins at 00:00.').waitFor();
  await fill(page, 'due', '2031-05-06 14:30');
  await expect.poll(() => field(page, 'due').locator('[data-nf-no-time]').count()).toBe(0);
  await fill(page, 'due', '');
  await field(page, 'due').getByRole('button').click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(/\d{4}$/);
  await page.keyboard.press('Enter'); // the day that the calendar begins with
  await field(page, 'due').locator('[data-nf-no-time]').waitFor();
  await context.close();
});
