import type { Page } from 'playwright-core';
import { open } from '../browser.ts';
import type { RecordBody } from '../client.ts';
import type { Suite } from '../suite.ts';
import { word, type Write } from './write.ts';

/** Tries the import of one new category. */
async function tried(suite: Suite, page: Page): Promise<void> {
  await open(page, '/_/import/category');
  const { body } = await (await suite.client('mona')).get<{ items: RecordBody[] }>('/api/team?size=1');
  const csv = `Name,Team\n${word()},${String(body.items[0]?.title)}\n`;
  const buffer = Buffer.from(csv, 'utf8');
  await page.locator('[data-nf-import-file]').setInputFiles({ name: 'new.csv', mimeType: 'text/csv', buffer });
  await page.locator('[data-nf-import-good="1"]').waitFor();
}

/** What people do with a file of records. */
export const importWrites = (suite: Suite): Readonly<Record<string, Write>> => ({
  'an import': {
    makes: 'importFile',
    as: 'mona',
    begin: async (page) => {
      await open(page, '/_/import/asset');
      const buffer = Buffer.from(`Tag,Name,Kind\nFA-${word().slice(-4)},Lamp,monitor\n`, 'utf8');
      await page.locator('[data-nf-import-file]').setInputFiles({ name: 'assets.csv', mimeType: 'text/csv', buffer });
      await page.locator('[data-nf-import-column]').first().waitFor();
    },
    call: /\/api\/asset\/import/,
    method: 'POST',
    press: (page) => page.locator('main [data-nf-save]').click(),
    typed: (page) => page.locator('[data-nf-import-column]').first().inputValue(),
  },
  'an import that was tried': {
    makes: 'importFile',
    as: 'mona',
    begin: (page) => tried(suite, page),
    call: /\/api\/category\/import/,
    method: 'POST',
    press: (page) => page.locator('main [data-nf-save]').click(),
    typed: (page) => page.locator('[data-nf-import-column]').first().inputValue(),
  },
  'the undo of an import': {
    makes: 'bulk',
    as: 'mona',
    begin: async (page) => {
      await tried(suite, page);
      await page.locator('main [data-nf-save]').click();
      await page.locator('[data-nf-import-undo]').waitFor();
    },
    call: /\/api\/category\/bulk$/,
    method: 'POST',
    press: (page) => page.locator('[data-nf-import-undo]').click(),
  },
});
