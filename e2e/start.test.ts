import { expect, test } from 'vitest';
import { settled } from './harness/browser.ts';
import { withProductAndBrowser } from './harness/suite.ts';

const suite = withProductAndBrowser();

test.each(['an error of the server', 'no connection'])(
  'seed: a first session that fails by %s is made good by the next one, without a reload',
  async (failure) => {
    const { page, context } = await suite.visit({ language: 'ja' });
    let asked = 0;
    await page.route('**/_/session', async (route) => {
      if (route.request().method() !== 'GET') return route.continue();
      asked += 1;
      if (asked > 2) return route.continue(); // the page starts one call by itself, the application another one
      return failure === 'no connection' ? route.abort() : route.fulfill({ status: 503, body: '' });
    });
    const paths: string[] = [];
    page.on('request', (request) => paths.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await page.goto('/_/sign-in');
    await settled(page);
    await page.locator('[data-nf-demo]', { hasText: 'Rita Romero' }).click();
    await page.locator('[data-nf-screen] h1').first().waitFor();
    await expect.poll(() => paths).toContain('GET /_/locales/ja/app.json');
    await expect.poll(() => paths).toContain('GET /_/live');
    await page.evaluate(() => {
      setTimeout(() => {
        throw new Error('chair broke');
      });
    });
    await expect.poll(() => paths.some((path) => path.startsWith('POST /_/intake/'))).toBe(true);
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('ja');
    await context.close();
  },
);

test('seed: the language of the address survives the way to the sign-in and a reload there', async () => {
  const { page, context } = await suite.visit({ language: 'en' });
  await page.goto('/my-requests?lng=ja_JP');
  for (let load = 0; load < 2; load += 1) {
    await page.locator('[data-nf-screen="sign-in"] h1').waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('ja');
    await page.reload();
  }
  await page.locator('[data-nf-demo]', { hasText: 'Rita Romero' }).click();
  await page.locator('[data-nf-screen="my_requests"] h1').waitFor();
  expect(new URL(page.url()).searchParams.get('lng')).toBe('ja_JP');
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('ja');
  await context.close();
});
