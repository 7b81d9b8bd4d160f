import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { open } from './harness/browser.ts';
import { withProductAndBrowser } from './harness/suite.ts';
import { watchWire, type Received } from './harness/wire.ts';

const suite = withProductAndBrowser();

/** At most so many requests and kB before the first rows of a list, in a browser that has nothing yet. */
const BEFORE_ROWS = { requests: 3, kB: 36 };

/** The rows as the server has drawn them. */
const FIRST_ROW = '[data-nf-first-rows] tbody tr';

/** At most so many kB in all for a page of the service desk that nobody touches: until nothing has come for `QUIET_MS`. */
const IN_ALL = { list: 260, home: 293, form: 368 };

/** The same of the sign-in page, with all that it loads until nothing more comes for `QUIET_MS`. */
const SIGN_IN = { requests: 7, kB: 110 };
const QUIET_MS = 3000;

test.each(['en', 'ja'] as const)(
  'a list asks for little, all of it at once, and for nothing twice (%s)',
  async (language) => {
    const { page, context } = await suite.visit({ as: 'alan', language });
    const received = await watchWire(page, FIRST_ROW);
    await page.goto('/desk');
    await page.locator('[data-nf-record]').first().waitFor();
    const { requests, bytes } = await received();
    expect(requests.length).toBeLessThanOrEqual(BEFORE_ROWS.requests);
    expect(bytes / 1000).toBeLessThanOrEqual(BEFORE_ROWS.kB);
    expect(bytes / 1000).toBeGreaterThan(BEFORE_ROWS.kB / 2);
    expect(requests.filter((request, index) => requests.indexOf(request) !== index)).toEqual([]);
    await context.close();
  },
);

/** What a page has loaded once nothing more comes. */
async function untilQuiet(page: Page, received: () => Promise<Received>): Promise<Received> {
  let [before, now] = [-1, await received()];
  while (now.bytes !== before) {
    before = now.bytes;
    await page.waitForTimeout(QUIET_MS);
    now = await received();
  }
  return now;
}

test.each([
  ['/desk', IN_ALL.list, 'en'],
  ['/desk', IN_ALL.list, 'ja'],
  ['/', IN_ALL.home, 'en'],
  ['/desk/new', IN_ALL.form, 'en'],
] as const)('a page that nobody touches stays small: %s within %i kB (%s)', async (path, most, language) => {
  const { page, context } = await suite.visit({ as: 'alan', language });
  await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache');
  const received = await watchWire(page);
  await page.goto(path);
  await page.locator('[data-nf-screen] h1').waitFor();
  const { bytes, requests } = await untilQuiet(page, received);
  expect({ requests, isWithin: bytes / 1000 <= most }).toEqual({ requests, isWithin: true });
  expect(bytes / 1000).toBeGreaterThan(most / 2);
  await context.close();
});

test('the code of menus and of signing out comes when the reader first touches the page', async () => {
  const { page, context } = await suite.visit({ as: 'alan', language: 'en' });
  await page.goto('/desk');
  await page.locator('[data-nf-columns]').waitFor();
  const isMenus = (url: string): boolean => url.includes('/assets/menus-');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.waitForTimeout(QUIET_MS);
  expect(asked.filter(isMenus)).toEqual([]);
  const menus = page.waitForResponse((response) => isMenus(response.url()));
  await page.mouse.move(400, 400);
  await (await menus).finished();
  await context.close();
});

test('the rows of a list are read once: they come with the page', async () => {
  const { page, context } = await suite.visit({ as: 'alan' });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/desk');
  await page.locator('[data-nf-record]').first().waitFor();
  await page.waitForTimeout(500);
  expect(asked.filter((path) => path === '/_/model')).toHaveLength(1);
  expect(asked.filter((path) => path === '/api/ticket')).toEqual([]);
  await context.close();
});

test('a record is asked for before the code of its page is there', async () => {
  const { page, context } = await suite.visit({ as: 'alan' });
  await page.goto('/desk');
  const path = (await page.locator('[data-nf-record] a').first().getAttribute('href')) ?? '';
  const asked = page.waitForRequest(/\/api\/ticket\//);
  await page.route('**/assets/index-*.js', async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto(path);
  await page.locator('[data-nf-screen] h1').first().waitFor();
  expect(new URL((await asked).url()).pathname).toMatch(/^\/api\/ticket\//);
  await context.close();
});

test('a record that is opened by its address is asked for with the page, and its page needs nothing after it', async () => {
  const { page, context } = await suite.visit({ as: 'alan' });
  await page.goto('/desk');
  const path = await page.locator('[data-nf-record] a').first().getAttribute('href');
  const received = await watchWire(page);
  await page.goto(path ?? '');
  await page.locator('[data-nf-screen] h1').first().waitFor();
  const { requests } = await received();
  expect(requests.filter((request) => /^GET \/api\/ticket\/[^/]+$/.test(request))).toHaveLength(1);
  await context.close();
});

test('what changes while the page is on its way is shown: the feed of changes begins where the page did', async () => {
  const first = await suite.visit({ as: 'alan' });
  await first.page.goto('/desk');
  await first.page.locator('[data-nf-record]').first().waitFor();
  const second = await suite.visit({ as: 'alan' });
  const change = async (subject: string): Promise<void> => {
    const link = await first.page.locator('[data-nf-record] a').first().getAttribute('href');
    const id = link?.split('/').at(-1) ?? '';
    const record = (await (await first.context.request.get(`/api/ticket/${id}`)).json()) as { version: number };
    const xsrf = (await first.context.cookies()).find(({ name }) => name.endsWith('_xsrf'))?.value ?? '';
    const answer = await first.context.request.fetch(`/api/ticket/${id}`, {
      method: 'PATCH',
      data: { subject },
      headers: { 'x-xsrf-token': decodeURIComponent(xsrf), 'if-match': `"${String(record.version)}"` },
    });
    expect(answer.status()).toBe(200);
  };
  // the feed is let in only after somebody has changed a record that is already on its way to the page
  let letIn: () => void = () => undefined;
  const changed = new Promise<void>((resolve) => (letIn = resolve));
  await second.page.route('**/_/live**', async (route) => {
    await changed;
    await route.continue();
  });
  await second.page.goto('/desk');
  await second.page.locator('[data-nf-record]').first().waitFor();
  await change('Changed on the way');
  letIn();
  await second.page.locator('[data-nf-record]', { hasText: 'Changed on the way' }).waitFor();
  await Promise.all([first.context.close(), second.context.close()]);
});

test.each(['en', 'ja'] as const)('the sign-in page loads little in all, until it is touched (%s)', async (language) => {
  const { page, context } = await suite.visit({ language });
  const received = await watchWire(page);
  await page.goto('/');
  await page.locator('form').waitFor();
  const now = await untilQuiet(page, received);
  expect(now.requests.length).toBeLessThanOrEqual(SIGN_IN.requests);
  expect(now.bytes / 1000).toBeLessThanOrEqual(SIGN_IN.kB);
  expect(now.bytes / 1000).toBeGreaterThan(SIGN_IN.kB / 2);
  await page.locator('input[name="email"]').focus();
  await expect.poll(async () => (await received()).requests.some((one) => /assets\/index-.*\.js/.test(one))).toBe(true);
  await context.close();
});

test('what the sign-in page has prepared is not asked of the server again by the application', async () => {
  const { page, context } = await suite.visit({});
  await page.goto('/my-requests');
  await page.locator('input[name="email"]').focus();
  await page.waitForLoadState('networkidle');
  const prepared = new Set(
    await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)),
  );
  await page.locator('[data-nf-demo]').first().click();
  await page.locator('[data-nf-screen="my_requests"] h1').waitFor();
  const again = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name, transferSize }) => name.includes('/_/web/assets/') && transferSize > 0)
      .map(({ name }) => new URL(name).pathname),
  );
  expect([...prepared].filter((path) => /assets\/(?:index|list)-/.test(path)).length).toBeGreaterThanOrEqual(4);
  expect(again.filter((path) => prepared.has(path))).toEqual([]);
  await context.close();
});

test('a menu whose code does not arrive says so, and opens at the next press; Esc leads back to its button', async () => {
  const { page, context } = await suite.visit({ language: 'en' });
  await page.route('**/assets/menus-*.js', (route) => route.abort());
  await page.goto('/');
  await page.locator('form').waitFor();
  const button = page.getByRole('button', { name: 'Appearance' });
  await button.click();
  await page.locator('[data-nf-toast]').waitFor();
  expect(await button.getAttribute('aria-expanded')).toBe('false');
  await page.unroute('**/assets/menus-*.js');
  await button.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitemradio').first().waitFor();
  expect(await button.getAttribute('aria-expanded')).toBe('true');
  await expect.poll(() => page.evaluate(() => document.activeElement?.role)).toBe('menu');
  await page.keyboard.press('Escape');
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await button.getAttribute('aria-expanded')).toBe('false');
  await context.close();
});

test('the cause of an error stands in the catalogue, in the language of the reader', async () => {
  const { page, context } = await suite.visit({ as: 'rie', language: 'ja' });
  await open(page, '/_/errors/no_answer');
  await page.locator('[data-nf-catalogue="no_answer"]', { hasText: '時間内に応答がありませんでした。' }).waitFor();
  expect(await page.locator('[data-nf-catalogue] dd').allInnerTexts()).toHaveLength(6);
  await context.close();
});
