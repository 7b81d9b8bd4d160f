import type { Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { open } from '../browser.ts';
import { startProduct, type Product } from '../product.ts';
import type { Suite } from '../suite.ts';
import { invited, PASSWORD, pressSubmit, values } from './accounts.ts';
import type { Write } from './write.ts';

/** A server of its own without accounts, until the test ends, and the page of its first account. */
async function firstAccount(page: Page, folder: string): Promise<Product> {
  const product = await startProduct({ folder, demo: false });
  onTestFinished(() => product.stop());
  const link = /https?:\/\/\S+\/_\/setup\/\S+/.exec(product.said())?.[0] ?? '';
  await page.goto(link);
  await page.locator('main a').last().click();
  for (const [field, value] of Object.entries({ name: 'Ada', email: 'ada@example.test', password: PASSWORD }))
    await page.locator(`#setup-${field}`).fill(value);
  return product;
}

/** What one-time links open. */
export const setupWrites = (suite: Suite): Readonly<Record<string, Write>> => ({
  'the first account': {
    makes: 'setUp',
    begin: async (page) => void (await firstAccount(page, 'examples/empty')),
    call: /\/_\/setup\/[^/]+$/,
    method: 'POST',
    press: pressSubmit,
    typed: values('#setup-name', '#setup-email', '#setup-password'),
  },
  'the account of an invited person': {
    makes: 'setUp',
    begin: async (page) => {
      await open(page, (await invited(suite)).path);
      await page.locator('#setup-password').fill(PASSWORD);
    },
    call: /\/_\/setup\/[^/]+$/,
    method: 'POST',
    press: pressSubmit,
    typed: values('#setup-password'),
  },
  'the sample data': {
    makes: 'loadSampleData',
    begin: async (page) => {
      const { url } = await firstAccount(page, 'examples/service-desk');
      await pressSubmit(page);
      await page.locator('[data-nf-step="check"][aria-current="step"]').waitFor();
      await open(page, `${url}/_/setup/data`);
      await page.locator('[data-nf-load]').waitFor();
    },
    call: /\/_\/setup\/sample-data$/,
    method: 'POST',
    press: (page) => page.locator('[data-nf-load]').click(),
  },
});
