// A server that ends and starts again with another specification, under pages that are open.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { antiForgery, open, openBrowser, visit, type Language } from './harness/browser.ts';
import { control, fill, submitButton } from './harness/form.ts';
import { startProduct, type Product } from './harness/product.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: cars, languages: [en, ja], time_zone: UTC }
entities:
  booking:
    title: driver
    label: Booking
    fields:
      driver: { type: string, required: true, label: Driver }
      goal: { type: string, label: Goal }
roles:
  boss: { members: everyone, booking: all, user: { read: true } }
  administrator: { runtime: [users, spec], user: { read: true, grant: [boss] } }
screens:
  new_booking: { path: /new, form: booking }
`;

let folder: string;
let product: Product;
let browser: Browser;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ninefold-restarts-'));
  await mkdir(join(folder, 'data/demo'), { recursive: true });
  await writeFile(join(folder, 'app.yaml'), SPECIFICATION);
  await writeFile(join(folder, 'data/demo/user.csv'), 'name,email,language\nAda,ada@example.test,en\n');
  [product, browser] = await Promise.all([startProduct({ folder, demo: true }), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function signedIn(language: Language, width: number): Promise<Page> {
  const { page, context } = await visit(browser, { url: product.url, language, width });
  const session = (await (await context.request.get('/_/session')).json()) as {
    readonly demo: { readonly id: string }[];
  };
  const headers = await antiForgery(context);
  const answer = await context.request.post('/_/session', { data: { demo: session.demo[0]?.id }, headers });
  expect(answer.ok()).toBe(true);
  return page;
}

async function change(from: string, to: string): Promise<void> {
  const path = join(folder, 'app.yaml');
  const text = await readFile(path, 'utf8');
  expect(text).toContain(from);
  await writeFile(path, text.replace(from, to));
}

const banner = (page: Page) => page.locator('[data-nf-application-changed]');

test('an open form follows the specification of a restart, keeps what is typed, says so, and can be sent', async () => {
  const english = await signedIn('en', 1280);
  const japanese = await signedIn('ja', 360);
  for (const page of [english, japanese]) {
    await open(page, '/new');
    await fill(page, 'driver', 'Sato');
    await fill(page, 'goal', 'Harbour');
  }
  await product.restart();
  await product.restart(() =>
    change('goal: { type: string, label: Goal }', 'place: { was: goal, type: string, label: Place }'),
  );
  for (const page of [english, japanese]) {
    await banner(page).waitFor();
    await expect.poll(() => control(page, 'place').inputValue()).toBe('Harbour');
    expect(await control(page, 'driver').inputValue()).toBe('Sato');
    expect(await axeViolations(page)).toEqual([]);
  }
  expect(await banner(japanese).innerText()).toContain('アプリケーションが更新されました');
  expect(await japanese.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  const made = english.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/api/booking'),
  );
  await submitButton(english).click();
  expect(await (await made).json()).toMatchObject({ driver: 'Sato', place: 'Harbour' });
  await banner(english).getByRole('button').click();
  await expect.poll(() => banner(english).count()).toBe(0);
});

test('a restart with the same specification is not said', async () => {
  const page = await signedIn('en', 1280);
  await open(page, '/new');
  await fill(page, 'driver', 'Kato');
  await product.restart();
  const again = page.waitForResponse((answer) => answer.url().includes('/_/live') && answer.ok());
  await again;
  await fill(page, 'place', 'Harbour');
  expect([await control(page, 'driver').inputValue(), await banner(page).count()]).toEqual(['Kato', 0]);
});

test('what the server did not answer while it was away is shown when it is back, without a reload', async () => {
  const page = await signedIn('en', 1280);
  let isAway = true;
  await page.route(/\/history/, (route) => (isAway ? route.abort() : route.fallback()));
  await open(page, '/new');
  await fill(page, 'driver', 'Mori');
  await submitButton(page).click();
  await page.locator('main [data-nf-record]').first().waitFor();
  expect(await page.locator('[data-nf-history]').count()).toBe(0);
  isAway = false;
  await product.restart();
  await page.locator('[data-nf-history]').first().waitFor({ timeout: 30_000 });
});
