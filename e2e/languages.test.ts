import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, open, visit, type Profile } from './harness/browser.ts';
import { stopClock } from './harness/clock.ts';
import { submitButton } from './harness/form.ts';
import { startDemo } from './harness/demo-data.ts';
import type { Product } from './harness/product.ts';

let product: Product;
let browser: Browser;

beforeAll(async () => {
  product = await startDemo();
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** The order in which the sources of a language are asked. Each source can be given one language. */
const SOURCES = ['query', 'cookie', 'localStorage', 'sessionStorage', 'browser', 'html'] as const;
type Source = (typeof SOURCES)[number];

const PAIRS = SOURCES.flatMap((first, at) => SOURCES.slice(at + 1).map((second) => [first, second] as const));

/** A page whose sources name the languages in `wishes`. The other sources name a language that the application does not have. */
async function pageThatWishes(
  wishes: Readonly<Partial<Record<Source, string>>>,
): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({ baseURL: product.url, locale: wishes.browser ?? 'fr-FR' });
  if (wishes.cookie) await context.addCookies([{ name: 'service_desk_lng', value: wishes.cookie, url: product.url }]);
  await context.addInitScript(
    (stored) => {
      if (stored.local) localStorage.setItem('i18nextLng', stored.local);
      if (stored.session) sessionStorage.setItem('i18nextLng', stored.session);
    },
    { local: wishes.localStorage, session: wishes.sessionStorage },
  );
  await context.route('**/_/sign-in*', async (route) => {
    const answer = await route.fetch();
    const html = (await answer.text()).replace(/<html[^>]*>/, `<html lang="${wishes.html ?? 'fr'}">`);
    await route.fulfill({ response: answer, body: html });
  });
  const page = await context.newPage();
  await open(page, `/_/sign-in${wishes.query ? `?lng=${wishes.query}` : ''}`);
  return { page, context };
}

const shownLanguage = (page: Page): Promise<string> => page.evaluate(() => document.documentElement.lang);

test.each(PAIRS)('A51 seed: the language is taken from %s before %s', async (first, second) => {
  for (const [wish, other] of [
    ['ja', 'en'],
    ['en', 'ja'],
  ] as const) {
    const { page, context } = await pageThatWishes({ [first]: wish, [second]: other });
    expect(await shownLanguage(page)).toBe(wish);
    await context.close();
  }
});

test('A51 ?lng leaves cookie and storage as they were', async () => {
  const { page, context } = await pageThatWishes({ query: 'ja', cookie: 'en' });
  expect(await shownLanguage(page)).toBe('ja');
  const cookie = (await context.cookies()).find((one) => one.name === 'service_desk_lng');
  const stored = await page.evaluate(() =>
    [Object.keys(localStorage), Object.keys(sessionStorage)].flat().filter((key) => /lng/i.test(key)),
  );
  expect([cookie?.value, stored]).toEqual(['en', []]);
  await context.close();
});

interface HeldFile {
  /** How often the file has been asked for. */
  asked(): number;
  /** Releases the first answer, for which the page waits. */
  release(): void;
}

/** Answers the English texts of the application with `status`, the first time only when released. */
async function holdAppTexts(page: Page, status: number): Promise<HeldFile> {
  let asked = 0;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/_/locales/en/app.json*', async (route) => {
    asked += 1;
    if (asked === 1) await released;
    await route.fulfill({ status, contentType: 'application/problem+json', body: '{}' });
  });
  return { asked: () => asked, release };
}

/** A signed-in page whose clock stands still from before the first answer of the application's texts. */
async function pageWithStandingClock(status: number): Promise<{ page: Page; context: Profile; file: HeldFile }> {
  const { page, context } = await visit(browser, { url: product.url, as: 'rita', language: 'en' });
  await page.clock.install();
  const file = await holdAppTexts(page, status);
  await page.goto('/my-requests');
  await expect.poll(() => file.asked(), { timeout: 30_000 }).toBe(1);
  await stopClock(page);
  file.release();
  await page.locator('main h1').first().waitFor(); // the application has read the answer
  await page.waitForTimeout(300);
  return { page, context, file };
}

test('A52 seed: a failed language file is asked for again after 350, 700, 1400, 2800 and 5600 ms, then a banner says so', async () => {
  const { page, context, file } = await pageWithStandingClock(503);
  for (const [turn, delay] of [350, 700, 1400, 2800, 5600].entries()) {
    await page.clock.runFor(Math.floor(delay * 0.9) - 1);
    await page.waitForTimeout(150);
    expect([delay, file.asked()]).toEqual([delay, turn + 1]);
    await page.clock.runFor(Math.ceil(delay * 0.2));
    await expect.poll(() => file.asked(), { timeout: 30_000 }).toBe(turn + 2);
    await page.waitForTimeout(150);
  }
  await page.clock.runFor(30_000);
  await page.clock.resume();
  await page.locator('[data-nf-failed-texts="en/app"]').waitFor();
  expect(file.asked()).toBe(6);
  await context.close();
});

test('A52 while a language file is missing the page stays readable', async () => {
  const { page, context } = await visit(browser, { url: product.url, as: 'rita', language: 'ja' });
  await page.route('**/_/locales/ja/app.json*', (route) => route.fulfill({ status: 503, body: '' }));
  await open(page, '/my-requests');
  await expect.poll(() => page.locator('h1').textContent()).toContain('My requests');
  expect(await shownLanguage(page)).toBe('ja');
  await context.close();
});

test('A52 seed: a language file that is not there (404) is not asked for again', async () => {
  const { page, context, file } = await pageWithStandingClock(404);
  await page.clock.runFor(30_000);
  await page.waitForTimeout(300);
  expect(file.asked()).toBe(1);
  await context.close();
});

test('seed: language files are fetched with GET by language and namespace', async () => {
  const { page, context } = await visit(browser, { url: product.url, as: 'rita', language: 'ja' });
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/_/locales/')) asked.push(`${request.method()} ${pathname}`);
  });
  await open(page, '/my-requests');
  await expect.poll(() => asked).toContain('GET /_/locales/ja/app.json');
  expect(asked.filter((one) => !/^GET \/_\/locales\/[a-z-]+\/[\w.]+\.json$/.test(one))).toEqual([]);
  await context.close();
});

test('A50 the switcher changes the language without a reload; form values, route and shown errors stay', async () => {
  const { page, context } = await visit(browser, { url: product.url, as: 'rita', language: 'en' });
  await open(page, '/ask');
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  const subject = page.locator('[data-nf-field="subject"] input');
  const details = page.locator('[data-nf-field="details"] textarea');
  await details.fill('Typed before');
  await submitButton(page).click();
  const error = page.locator('[data-nf-field="subject"] [data-nf-error="required"]');
  await error.waitFor();
  const english = await error.textContent();
  await page
    .getByRole('banner')
    .getByRole('button', { name: /English/ })
    .click();
  await page.getByRole('menuitemradio', { name: '日本語' }).click();
  await expect.poll(() => shownLanguage(page)).toBe('ja');
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  expect(new URL(page.url()).pathname).toBe('/ask');
  expect(await details.inputValue()).toBe('Typed before');
  expect(await subject.inputValue()).toBe('');
  await expect.poll(() => error.textContent()).toMatch(/[ぁ-ん]/);
  expect(await error.textContent()).not.toBe(english);
  expect(await page.evaluate(() => document.documentElement.dir)).toBe('ltr');
  const cookie = (await context.cookies()).find((one) => one.name === 'service_desk_lng');
  expect(cookie?.value).toBe('ja');
  await context.close();
});
