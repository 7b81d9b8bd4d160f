import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, open, visit } from './harness/browser.ts';
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

test('a page that needs a session leads to the sign-in and back to where one wanted to go, with its list state', async () => {
  const { page, context } = await visit(browser, { url: product.url });
  await page.goto('/my-requests?search=chair');
  await page.locator('[data-nf-screen="sign-in"] h1').waitFor();
  await page.locator('[data-nf-demo]', { hasText: 'Rita Romero' }).click();
  await page.locator('[data-nf-screen="my_requests"] h1').waitFor();
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/my-requests?search=chair');
  await context.close();
});

test('a wrong password has one message for every reason, takes the focus and keeps the address', async () => {
  const { page, context } = await visit(browser, { url: product.url });
  await open(page, '/_/sign-in');
  const said: (string | null)[] = [];
  for (const email of ['rita@example.test', 'nobody@example.test']) {
    await page.locator('input[name="email"]').fill(email);
    await page.locator('input[name="password"]').fill('wrong wrong');
    await page.locator('form button[type="submit"]').click();
    const failure = page.locator('[data-nf-error="wrong_sign_in"]');
    await failure.waitFor();
    await expect.poll(() => failure.evaluate((box) => box === document.activeElement)).toBe(true);
    said.push(await failure.textContent());
    expect(await page.locator('input[name="email"]').inputValue()).toBe(email);
  }
  expect(said[0]).toBe(said[1]);

  // a wait is that of one account: its page sends nothing for it meanwhile, and everything for a colleague
  const body = { type: '', title: '', status: 429, code: 'too_many_tries', params: { seconds: 60 }, request_id: 'r1' };
  let sent = 0;
  await page.route('**/_/session', (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    sent += 1;
    if (!route.request().postData()?.includes('nobody@')) return route.fallback();
    return route.fulfill({ status: 429, json: { ...body, errors: [] }, contentType: 'application/problem+json' });
  });
  const press = () => page.locator('form button[type="submit"]').click();
  await press();
  await page.locator('[data-nf-error="too_many_tries"]').waitFor();
  await press();
  await page.locator('input[name="email"]').fill('rita@example.test');
  await press();
  await page.locator('[data-nf-error="wrong_sign_in"]').waitFor();
  expect(sent).toBe(2);
  await context.close();
});

test('A33 A38 leaving the empty field says nothing; sending does, and the button is never disabled', async () => {
  const { page, context } = await visit(browser, { url: product.url });
  await open(page, '/_/sign-in');
  const email = page.locator('input[name="email"]');
  await email.focus();
  await page.keyboard.press('Tab');
  expect(await page.locator('[aria-invalid="true"]').count()).toBe(0);
  const submit = page.locator('form button[type="submit"]');
  expect(await submit.isEnabled()).toBe(true);
  await submit.click();
  await page.locator('input[name="email"][aria-invalid="true"]').waitFor();
  expect(await email.evaluate((input) => input === document.activeElement)).toBe(true);
  await context.close();
});

test('A5 the first Tab is "Skip to main content" and works', async () => {
  const { page, context } = await visit(browser, { url: product.url, as: 'rita' });
  for (const path of ['/', '/my-requests']) {
    await open(page, path);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to main content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
  }
  await context.close();
});

test('a language and an appearance chosen on the sign-in page are those of the application, whatever its address named', async () => {
  const { page, context } = await visit(browser, { url: product.url, language: 'en' });
  await page.goto('/my-requests?lng=en');
  await page.getByRole('button', { name: 'Language' }).click();
  await page.getByRole('menuitemradio', { name: '日本語' }).click();
  await page.locator('html[lang="ja"]').waitFor();
  await page.locator('[data-nf-bare] button').last().click();
  await page.getByRole('menuitemradio', { name: 'ダーク' }).click();
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
  await page.locator('[data-nf-demo]', { hasText: 'Rita Romero' }).click();
  await page.locator('[data-nf-screen="my_requests"] h1').waitFor();
  expect(new URL(page.url()).search).toBe('');
  const shown = await page.evaluate(() => [document.documentElement.lang, { ...document.documentElement.dataset }]);
  expect(shown).toEqual(['ja', expect.objectContaining({ mantineColorScheme: 'dark' })]);
  await context.close();
});

test('an address of another server is never loaded after the sign-in', async () => {
  const { page, context } = await visit(browser, { url: product.url });
  await open(page, `/_/sign-in?next=${encodeURIComponent('/.//elsewhere.example/')}`);
  await page.locator('[data-nf-demo]', { hasText: 'Rita Romero' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/_/sign-in'));
  expect(new URL(page.url()).origin).toBe(product.url);
  await context.close();
});

test('a session that ended while the page was on its way leads to the sign-in, and back', async () => {
  const { page, context } = await visit(browser, { url: product.url, as: 'rita' });
  const signedOut: unknown = await (await fetch(`${product.url}/_/session`)).json();
  await page.route('**/_/session', async (route) => {
    await context.clearCookies();
    await route.fulfill({ json: signedOut });
  });
  await page.goto('/my-requests?search=chair');
  await page.locator('[data-nf-screen="sign-in"] h1').waitFor();
  await page.unroute('**/_/session');
  expect(new URL(page.url()).searchParams.get('next')).toBe('/my-requests?search=chair');
  await page.reload();
  await page.locator('[data-nf-demo]', { hasText: 'Rita Romero' }).click();
  await page.locator('[data-nf-screen="my_requests"] h1').waitFor();
  expect(new URL(page.url()).search).toBe('?search=chair');
  await context.close();
});

test('who is signed in by another tab while the sign-in page is on its way is led on', async () => {
  const { page, context } = await visit(browser, { url: product.url, as: 'rita' });
  const before = await fetch(`${product.url}/my-requests`, { headers: { accept: 'text/html' } });
  const body = await before.text();
  expect(body).toContain('data-application');
  await page.route('**/my-requests', (route) => route.fulfill({ body, contentType: 'text/html' }), { times: 1 });
  await page.goto('/my-requests');
  await page.locator('[data-nf-screen="my_requests"] h1').waitFor();
  await context.close();
});

test('an error on the sign-in page is reported', async () => {
  const { page, context } = await visit(browser, { url: product.url });
  await open(page, '/_/sign-in');
  const sent = page.waitForRequest(/\/_\/intake\//);
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('chair broke');
    });
  });
  expect((await sent).postData()).toContain('chair broke');
  await context.close();
});

test('signing out ends the session on the server too', async () => {
  const { page, context, account } = await visit(browser, { url: product.url, as: 'rita' });
  await open(page, '/my-requests');
  await page.locator(`[data-nf-user="${account?.id}"]`).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.locator('[data-nf-screen="sign-in"]').waitFor();
  expect((await context.request.get('/api/ticket')).status()).toBe(401);
  await context.close();
});
