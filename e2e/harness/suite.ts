import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { enter, openBrowser, type Visit, type Visitor } from './browser.ts';
import { signedIn, type Client, type Person } from './client.ts';
import { startDemo } from './demo-data.ts';
import type { Product } from './product.ts';
import { createProfiles, SHARED_RENDERER, type Profiles } from './profiles.ts';

/** One product and one browser for the tests of a file. */
export interface Suite {
  readonly product: () => Product;
  visit(options: Omit<Visit, 'url'>): Promise<Visitor>;
  /** A caller without a page, who reads texts in this language, English unless it is named. */
  client(person: Person, language?: string): Promise<Client>;
}

/**
 * Starts them before the first test of the file and ends them after the last: the service desk with its demo data, unless
 * `start` says what. A second try begins with a new product: the first has left what it had written.
 */
export function withProductAndBrowser(start: () => Promise<Product> = startDemo): Suite {
  let product: Product | null = null;
  let browser: Browser | null = null;
  let profiles: Profiles | null = null;
  beforeAll(async () => {
    [product, browser] = await Promise.all([start(), openBrowser(SHARED_RENDERER)]);
    profiles = createProfiles(browser, product.url);
  });
  beforeEach(async ({ task }) => {
    if ((task.result?.retryCount ?? 0) === 0 || browser === null) return;
    await product?.stop();
    product = await start();
    profiles = createProfiles(browser, product.url);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });
  const running = (): Product => {
    if (product === null) throw new Error('the product has not started');
    return product;
  };
  return {
    product: running,
    async visit(options) {
      if (profiles === null) throw new Error('the browser has not started');
      return enter(await profiles.take(options.language ?? 'en'), { ...options, url: running().url });
    },
    client: (person, language) => signedIn(running().url, person, language),
  };
}
