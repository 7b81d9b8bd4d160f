import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { openBrowser, open, settled, visit } from './harness/browser.ts';
import { createClient, type ProblemBody } from './harness/client.ts';
import { startProduct, type Product } from './harness/product.ts';

let product: Product;
let browser: Browser;

beforeAll(async () => {
  product = await startProduct({ folder: 'examples/empty', demo: false });
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const person = { name: 'Ada Adler', email: 'ada@example.test', password: 'a long sentence to remember' };

test(
  'seed: an application of one line runs: the printed link leads through five steps, each with its own address, makes the first administrator, once, and the password opens it again',
  { timeout: 120_000 },
  async () => {
    const link = /https?:\/\/\S+\/_\/setup\/\S+/.exec(product.said())?.[0] ?? '';
    expect(link).not.toBe('');
    const { page, context } = await visit(browser, { url: product.url });
    const addresses: string[] = [];
    /** The marked step after a reload of the page, without an error. */
    const step = async (name: string): Promise<void> => {
      await page.locator(`[aria-current="step"][data-nf-step="${name}"]`).waitFor();
      await page.reload();
      await page.locator(`[aria-current="step"][data-nf-step="${name}"]`).waitFor();
      await settled(page);
      expect(await axeViolations(page)).toEqual([]);
      addresses.push(new URL(page.url()).pathname);
    };
    await open(page, new URL(link).pathname);
    await step('language');
    expect(await page.locator('[data-nf-zone]').textContent()).toContain('UTC');
    await page.locator('main a').last().click();
    await step('administrator');
    const late = await visit(browser, { url: product.url });
    await open(late.page, `${new URL(link).pathname}/administrator`);
    for (const [name, value] of Object.entries(person)) await page.locator(`#setup-${name}`).fill(value);
    await page.locator('main button[type="submit"]').click();
    await step('check');
    // the window that was left open says so once it asks again
    await late.context.setOffline(true);
    await late.context.setOffline(false);
    await late.page.locator('[data-nf-error="setup_used"]').waitFor();
    expect(await late.page.locator('main form').count()).toBe(0);
    await late.context.close();
    expect(await page.locator('[data-nf-open-points]').count()).toBe(1);
    await page.locator('main a').last().click();
    await step('data');
    await page.locator('[data-nf-sample-data="none"]').waitFor();
    await page.locator('[data-nf-next]').click();
    await step('done');
    expect(new Set(addresses).size).toBe(5);
    await page.locator('[data-nf-open]').click();
    await page.locator('[data-nf-user]').waitFor();
    await context.close();

    const again = await visit(browser, { url: product.url });
    await again.page.goto('/');
    await again.page.locator('[data-nf-screen="sign-in"] h1').waitFor();
    expect(await again.page.locator('[data-nf-demo]').count()).toBe(0);
    await again.page.locator('input[name="email"]').fill(person.email.toUpperCase());
    await again.page.locator('input[name="password"]').fill(person.password);
    await again.page.locator('form button[type="submit"]').click();
    await again.page.locator('[data-nf-user]').waitFor();
    await settled(again.page);
    expect(await axeViolations(again.page)).toEqual([]);
    await again.context.close();

    const anyone = createClient(product.url);
    await anyone.get('/_/session');
    const token = new URL(link).pathname.split('/').at(-1) ?? '';
    const second = await anyone.send<ProblemBody>('POST', `/_/setup/${token}`, {
      ...person,
      email: 'eve@example.test',
      language: 'en',
    });
    expect([second.status, second.body.code]).toEqual([410, 'setup_used']);
  },
);

test('who has no password yet is said to be not invited, in the list and on the page, is invited from there, and is offered a new password afterwards', async () => {
  const { page, context } = await visit(browser, { url: product.url });
  await open(page, '/_/sign-in');
  await page.locator('input[name="email"]').fill(person.email);
  await page.locator('input[name="password"]').fill(person.password);
  await page.locator('form button[type="submit"]').click();
  await page.locator('[data-nf-user]').waitFor();
  await open(page, '/user/new');
  await page.locator('[data-nf-field="name"] input').fill('Nora New');
  await page.locator('[data-nf-field="email"] input').fill('nora@example.test');
  await page.locator('main [data-nf-save]').click();
  await page.locator('h1', { hasText: 'Nora New' }).waitFor();
  await page.locator('main [data-nf-invitation="none"]').waitFor();
  await open(page, '/user');
  const rows = page.locator('main tr[data-nf-record]');
  await rows.locator('[data-nf-invitation="none"]').waitFor();
  expect(await rows.count()).toBe(2);
  expect(await axeViolations(page)).toEqual([]);
  await rows.locator('[data-nf-invitation="none"]').click();
  await page.locator('[data-nf-invite] [data-nf-save]').click();
  const link = await page.locator('[data-nf-link]').inputValue();
  await page.keyboard.press('Escape');
  await rows.locator('[data-nf-invitation="open"]').waitFor();
  const nora = await visit(browser, { url: product.url });
  await open(nora.page, new URL(link).pathname);
  await nora.page.locator('#setup-password').fill('a field of poppies');
  await nora.page.locator('main button[type="submit"]').click();
  await nora.page.locator('[data-nf-user]').waitFor();
  await nora.context.close();
  await open(page, '/user');
  await rows.getByRole('link', { name: 'Nora New' }).click();
  await page.locator('[data-nf-more]').click();
  await page.locator('[data-nf-invite-open="again"]').click(); // a link is for a new password from here on
  await page.locator('[data-nf-invite]').waitFor();
  await context.close();
});

test('the steps after the account are for who has signed in', async () => {
  const { page, context } = await visit(browser, { url: product.url });
  await page.goto('/_/setup/data');
  await page.locator('[data-nf-screen="sign-in"] h1').waitFor();
  expect(new URL(page.url()).searchParams.toString()).toContain(encodeURIComponent('/_/setup/data'));
  await context.close();
});

test('without --demo nobody gets in by one click', async () => {
  const anyone = createClient(product.url);
  await anyone.get('/_/session');
  const answer = await anyone.send<ProblemBody>('POST', '/_/session', { demo: 'anybody' });
  expect([answer.status, answer.body.code]).toEqual([403, 'demo_closed']);
});
