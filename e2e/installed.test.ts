import { expect, test } from 'vitest';
import { contextOptions, open, openBrowser, signIn } from './harness/browser.ts';
import { startDemo } from './harness/demo-data.ts';
import { control, fill } from './harness/form.ts';

test('without a connection a page says so in the language that was shown; once there is one, it comes back with the draft', async () => {
  const [product, browser] = await Promise.all([startDemo(), openBrowser()]);
  const context = await browser.newContext({
    ...contextOptions({ url: product.url, language: 'ja' }),
    serviceWorkers: 'allow',
  });
  context.setDefaultTimeout(60_000);
  await signIn(context, 'rita', product.url);
  const page = await context.newPage();
  await open(page, '/ask');
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await fill(page, 'subject', '下書き');
  await page.waitForFunction(() => JSON.stringify({ ...localStorage }).includes('下書き'));
  await context.setOffline(true);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByRole('heading', { name: '接続できません' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/ask');
  await context.setOffline(false); // the page looks again by itself
  await page.locator('[data-nf-draft-restore]').click();
  await expect.poll(() => control(page, 'subject').inputValue()).toBe('下書き');
  await product.end();
  await page.goto('/my-requests').catch(() => null); // the worker has an answer of its own, which is none of the server
  await page.getByRole('link', { name: '再読み込み' }).waitFor();
  await browser.close();
  await product.stop();
});
