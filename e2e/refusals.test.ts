import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { open } from './harness/browser.ts';
import { withProductAndBrowser } from './harness/suite.ts';
import { approvedLoan } from './harness/tickets.ts';

const suite = withProductAndBrowser();
const SPECIFICATION = join(import.meta.dirname, '../examples/service-desk');

/** The lines of the specification that the page names, as they stand in the files. */
async function writtenLines(page: Page): Promise<readonly string[]> {
  const places = (await page.locator('main [data-nf-written]').first().getAttribute('data-nf-written')) ?? '';
  return Promise.all(
    places.split(' ').map(async (place) => {
      const [file = '', line = ''] = place.split(':');
      const text = await readFile(join(SPECIFICATION, file), 'utf8');
      return text.split('\n')[Number(line) - 1]?.trim() ?? '';
    }),
  );
}

test('a blocked transition names the line that guards it', async () => {
  const { page, context } = await suite.visit({ as: 'alan' });
  const loan = await approvedLoan(await suite.client('alan'), await suite.client('rita'));
  await open(page, `/loans/${loan.id}`);
  await page.locator('[data-nf-blocked="hand_out"] [data-nf-written]').waitFor();
  expect((await writtenLines(page))[0]).toMatch(/^hand_out:/);
  await context.close();
});

test('a form that cannot be sent names the lines of its fields', async () => {
  const { page, context } = await suite.visit({ as: 'rita' });
  await open(page, '/ask');
  await page.locator('main [data-nf-save]').click();
  await page.locator('[data-nf-summary] [data-nf-written]').waitFor();
  const lines = await writtenLines(page);
  expect(lines.some((line) => line.startsWith('subject:'))).toBe(true);
  expect(lines.every((line) => /^[a-z_]+:/.test(line))).toBe(true);
  await context.close();
});

test('a page that may not be opened says what is missing, which roles have it, and the line that grants no more', async () => {
  const { page, context } = await suite.visit({ as: 'rita' });
  await open(page, '/_/trash/category');
  const refusal = page.locator('main [data-nf-error="forbidden"]');
  await refusal.waitFor();
  const text = await refusal.innerText();
  expect(text).toContain('What is missing: delete, Category.');
  expect(text).toMatch(/These roles may: Desk manager/);
  expect((await writtenLines(page))[0]).toMatch(/^(?:category|requester):/);
  await context.close();
});
