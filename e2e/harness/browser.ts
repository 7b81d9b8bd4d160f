import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import type { SessionAnswer } from '@ninefold/model';
import { accountOf, type DemoAccount, type Person } from './client.ts';
import { findChromium } from '../../scripts/chromium.ts';

/** Chromium without a window; the sandbox is off only for root, which Chromium itself demands. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('no Chromium: name one in NINEFOLD_CHROMIUM');
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath, args });
}

export interface Visit {
  readonly url: string;
  /** Who is signed in; left out: nobody. */
  readonly as?: Person;
  readonly language?: 'en' | 'ja';
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
}

export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly account: DemoAccount | null;
}

/** A fresh browser profile, signed in through the demo door when a person is named; the page has opened nothing yet. */
export async function visit(browser: Browser, options: Visit): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: options.url,
    locale: options.language === 'ja' ? 'ja-JP' : 'en-GB',
    timezoneId: 'Europe/Berlin',
    colorScheme: options.theme ?? 'light',
    reducedMotion: 'reduce',
    viewport: { width: options.width ?? 1280, height: options.height ?? 900 },
  });
  context.setDefaultTimeout(10_000);
  const account = options.as ? await signIn(context, options.as) : null;
  const page = await context.newPage();
  return { page, context, account };
}

/** Signs the whole context in without drawing a page. */
async function signIn(context: BrowserContext, person: Person): Promise<DemoAccount> {
  const session = (await (await context.request.get('/_/session')).json()) as SessionAnswer;
  const account = accountOf(session, person);
  const answer = await context.request.post('/_/session', {
    data: { demo: account.id },
    headers: await antiForgery(context),
  });
  if (!answer.ok()) throw new Error(`sign-in answered ${answer.status()}: ${await answer.text()}`);
  return account;
}

/** The header that every write needs, from the cookie of this context. */
export async function antiForgery(context: BrowserContext): Promise<Record<string, string>> {
  const cookie = (await context.cookies()).find((one) => one.name.endsWith('_xsrf'));
  return cookie ? { 'x-xsrf-token': decodeURIComponent(cookie.value) } : {};
}

/** Opens an address and waits for the page's own heading. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await settled(page);
}

/** Waits until a heading stands there and nothing says that it is still loading. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(() => !document.querySelector('main [aria-busy="true"], main[aria-busy="true"]'));
}

/** Gives the window another size and waits until the page has been laid out for it: what measures itself draws once more. */
export async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.waitForFunction((wanted) => innerWidth === wanted, width);
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
  });
  await settled(page);
}
