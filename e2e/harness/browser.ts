import { setTimeout } from 'node:timers/promises';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import type { SessionAnswer } from '@ninefold/model';
import { accountOf, type DemoAccount, type Person } from './client.ts';
import { findChromium } from '../../scripts/chromium.ts';

/** A page of a test lives too short for optimised code to pay: making it took a fifth of the processor time of a page. */
const UNOPTIMISED = '--js-flags=--no-opt --no-maglev';

/** Chromium without a window; the sandbox is off only for root, which Chromium itself demands. */
export async function openBrowser(flags: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('no Chromium: name one in NINEFOLD_CHROMIUM');
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath, args: [UNOPTIMISED, ...args, ...flags] });
}

export type Language = 'en' | 'ja';

export interface Visit {
  readonly url: string;
  /** The user who is signed in; nobody where it is left out. */
  readonly as?: Person;
  readonly language?: Language;
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
}

/** What tests use of a browser profile. All of it can be reset, so that another test may use the profile. */
export type Profile = Pick<
  BrowserContext,
  'request' | 'cookies' | 'clearCookies' | 'grantPermissions' | 'newPage' | 'setOffline' | 'close'
>;

export interface Visitor {
  readonly page: Page;
  readonly context: Profile;
  readonly account: DemoAccount | null;
}

/** Milliseconds that each page waits for an answer, from the environment: tests that look before a page stands are found by it. */
const LATENCY = Number(process.env['NINEFOLD_PAGE_LATENCY'] ?? 0);

const SIZE = { width: 1280, height: 900 };

/** How a context is made for a visit of the application at `url`. */
export function contextOptions({ url, language, theme }: Visit): BrowserContextOptions {
  return {
    baseURL: url,
    locale: language === 'ja' ? 'ja-JP' : 'en-US',
    timezoneId: 'Europe/Berlin',
    colorScheme: theme ?? 'light',
    reducedMotion: 'reduce',
    serviceWorkers: 'block', // what a worker asks for, no test could answer in its place
    viewport: SIZE,
  };
}

/** A fresh browser profile, signed in through the demonstration sign-in when a person is named; the page has opened nothing yet. */
export async function visit(browser: Browser, options: Visit): Promise<Visitor> {
  const context = await browser.newContext(contextOptions(options));
  context.setDefaultTimeout(30_000);
  return enter(context, options);
}

/** The same in an existing profile. */
export async function enter(context: Profile, options: Visit): Promise<Visitor> {
  const account = options.as ? await signIn(context, options.as, options.url) : null;
  const page = await context.newPage();
  if (LATENCY > 0) await slow(page);
  if (options.theme === 'dark') await page.emulateMedia({ colorScheme: 'dark' });
  if (options.width !== undefined || options.height !== undefined)
    await page.setViewportSize({ width: options.width ?? SIZE.width, height: options.height ?? SIZE.height });
  return { page, context, account };
}

/** Lets a page wait for each answer that a test does not give itself. */
async function slow(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    await setTimeout(LATENCY);
    if (!page.isClosed()) await route.fallback();
  });
}

/** Signs the whole context in without drawing a page. Who is signed in already is told of no account but their own. */
export async function signIn(context: Profile, person: Person, url: string): Promise<DemoAccount> {
  const session = (await (await fetch(`${url}/_/session`)).json()) as SessionAnswer;
  const account = accountOf(session, person);
  await context.request.get('/_/session'); // gives the cookies
  const answer = await context.request.post('/_/session', {
    data: { demo: account.id },
    headers: await antiForgery(context),
  });
  if (!answer.ok()) throw new Error(`sign-in answered ${answer.status()}: ${await answer.text()}`);
  return account;
}

/** The header that every write needs, from the cookie of this context. */
export async function antiForgery(context: Pick<BrowserContext, 'cookies'>): Promise<Record<string, string>> {
  const cookie = (await context.cookies()).find((one) => one.name.endsWith('_xsrf'));
  return cookie ? { 'x-xsrf-token': decodeURIComponent(cookie.value) } : {};
}

/**
 * Lets the application ask for the rows of lists itself, as where they do not come with the page: for a test that answers in
 * the place of the server.
 */
export async function withoutRows(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(/ data-asked="[^"]*"/g, '');
    return route.fulfill({ response, body });
  });
}

/** Opens an address and waits for the page's own heading. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await settled(page);
}

/** Waits until a heading stands there and nothing says that it is still loading. */
export async function settled(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor();
  await page.waitForFunction(() => !document.querySelector('main [aria-busy="true"], main[aria-busy="true"]'));
}

/** Moves the mouse over a page with a table, and waits for what answers to keys and the mouse in it, which comes then. */
export async function touchTable(page: Page): Promise<void> {
  await page.locator('main tr[data-nf-record]').first().waitFor();
  await page.mouse.move(1, 1);
  await page.locator('main [data-nf-resize]').first().waitFor({ state: 'attached' });
}

/**
 * Changes the size of the window and waits until the page is laid out for it: some components measure themselves and
 * draw again.
 */
export async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.waitForFunction((wanted) => innerWidth === wanted, width);
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
  });
  await settled(page);
}
