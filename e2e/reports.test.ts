import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, open, visit } from './harness/browser.ts';
import { startDemo } from './harness/demo-data.ts';
import type { Product } from './harness/product.ts';

let browser: Browser;
let product: Product;

beforeAll(async () => {
  browser = await openBrowser();
  product = await startDemo();
});

afterAll(async () => {
  await product?.stop();
  await browser?.close();
});

/** An error of the page itself, outside of any of our handlers. */
async function breakPage(page: Page, message: string): Promise<void> {
  await page.evaluate((text) => {
    setTimeout(() => {
      throw new Error(text);
    });
  }, message);
}

/** The third line of an envelope: the event. */
function eventOf(envelope: string): { exception?: { values?: { value?: string }[] } } {
  return JSON.parse(envelope.split('\n')[2] ?? '{}') as ReturnType<typeof eventOf>;
}

test('seed: errors of the browser are posted as Sentry envelopes to the intake of the same origin', async () => {
  const { page, context } = await visit(browser, { url: product.url, as: 'rita' });
  await open(page, '/my-requests');
  const posted = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/_/intake/'), {
    timeout: 30_000,
  });
  await breakPage(page, 'chair broke');
  const request = await posted;
  expect(new URL(request.url()).origin).toBe(product.url);
  expect(eventOf(request.postData() ?? '').exception?.values?.[0]?.value).toBe('chair broke');
  const answer = await request.response();
  expect(answer?.status()).toBe(200);
  await context.close();
});

test('what could not be loaded is reported, without its query; the page of reported errors has one row for each cause', async () => {
  const { page, context } = await visit(browser, { url: product.url, as: 'rita' });
  await open(page, '/my-requests');
  await page.evaluate(() => {
    const image = document.createElement('img');
    image.src = '/_/web/nothing.png?secret=1';
    document.body.append(image);
  });
  for (const row of [3, 17]) await breakPage(page, `row ${row} is not there`);
  const ada = await visit(browser, { url: product.url, as: 'ada' });
  const cells = async (message: string): Promise<readonly string[]> => {
    await open(ada.page, '/_/faults');
    await ada.page.locator('[data-nf-fault]').first().waitFor();
    const rows = ada.page.locator('[data-nf-fault]').filter({ hasText: message });
    return (await rows.count()) === 1 ? rows.locator('td').allInnerTexts() : [];
  };
  const missing = `img could not be loaded: ${product.url}/_/web/nothing.png`;
  await expect.poll(() => cells(missing)).toMatchObject({ 1: '1', 2: 'No', 3: 'Browser' });
  await open(page, '/my-requests'); // the page that has counted them ends
  await expect.poll(() => cells('is not there')).toMatchObject({ 1: '2', 2: 'No', 3: 'Browser' });
  expect(await ada.page.locator('main').innerText()).not.toContain('secret');
  await open(page, '/_/faults');
  await page.locator('[data-nf-error="forbidden"]').waitFor();
  await Promise.all([context.close(), ada.context.close()]);
});

test('seed: with NINEFOLD_ERRORS_DSN they go to that service instead', async () => {
  const received: string[] = [];
  const service = await listen(received);
  const { port } = service.address() as AddressInfo;
  const elsewhere = await startDemo({ env: { NINEFOLD_ERRORS_DSN: `http://abc123@127.0.0.1:${port}/42` } });
  const { page, context } = await visit(browser, { url: elsewhere.url, as: 'rita' });
  try {
    await open(page, '/my-requests');
    await breakPage(page, 'table broke');
    await expect.poll(() => received.length, { timeout: 30_000 }).toBeGreaterThan(0);
    const [address = '', body = ''] = received[0]?.split('\n\n') ?? [];
    expect(address).toMatch(/^POST \/api\/42\/envelope\/\?.*sentry_key=abc123/);
    expect(eventOf(body).exception?.values?.[0]?.value).toBe('table broke');
  } finally {
    await context.close();
    await elsewhere.stop();
    service.close();
  }
});

function listen(received: string[]): Promise<Server> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      if (request.method === 'POST') received.push(`POST ${request.url}\n\n${body}`);
      response.writeHead(200, { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }).end('{}');
    });
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}
