import { expect } from 'vitest';
import { open } from '../browser.ts';
import type { RecordBody } from '../client.ts';
import type { Suite } from '../suite.ts';
import { values } from './accounts.ts';
import type { Write } from './write.ts';

/** A day that has not come yet. */
const inThreeDays = (): string => new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);

/** What people do with those who approve in their place. */
export const deputyWrites = (suite: Suite): Readonly<Record<string, Write>> => ({
  'a new deputy': {
    makes: 'nameDeputy',
    as: 'mona',
    begin: async (page) => {
      await open(page, '/_/deputies');
      await page.locator('#deputy-deputy').fill('Rita');
      await page.getByRole('option', { name: /Rita/ }).first().waitFor();
      await page.keyboard.press('Enter');
      await expect.poll(() => page.locator('#deputy-deputy').inputValue()).not.toBe('Rita'); // the whole name is there
      const until = page.locator('#deputy-until');
      await until.fill(inThreeDays());
      await page.keyboard.press('Tab');
      await expect.poll(() => until.inputValue()).not.toBe(inThreeDays()); // the day is written as the reader writes days
    },
    call: /\/_\/deputies$/,
    method: 'POST',
    press: (page) => page.locator('main [data-nf-save]').click(),
    typed: values('#deputy-deputy', '#deputy-until'),
  },
  'a deputy that ends': {
    makes: 'endDeputy',
    as: 'alan',
    begin: async (page) => {
      const alan = await suite.client('alan');
      const { body } = await alan.get<{ items: RecordBody[] }>('/api/user?search=Rita&size=1');
      const wanted = { deputy: String(body.items[0]?.id), from: inThreeDays(), until: inThreeDays() };
      await alan.send('POST', '/_/deputies', wanted);
      await open(page, '/_/deputies');
    },
    call: /\/_\/deputies\/[^/]+$/,
    method: 'DELETE',
    press: (page) => page.locator('[data-nf-deputy-end]').first().click(),
    empty: true,
  },
});
