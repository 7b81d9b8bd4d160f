import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelAnswer } from '@ninefold/model';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { open } from './harness/browser.ts';
import type { Person, RecordBody } from './harness/client.ts';
import { withProductAndBrowser } from './harness/suite.ts';
import { approvedLoan } from './harness/tickets.ts';

const suite = withProductAndBrowser();
const SPECIFICATION = join(import.meta.dirname, '../examples/service-desk');

async function meOf(person: Person): Promise<ModelAnswer['me']> {
  return (await (await suite.client(person)).get<ModelAnswer>('/_/model')).body.me;
}

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

test('a blocked transition names the line that guards it to those who may see the specification, and to nobody else', async () => {
  const loan = await approvedLoan(await suite.client('alan'), await suite.client('rita'));
  const ada = await suite.client('ada');
  const { id } = await meOf('akira');
  const { version } = (await ada.get<RecordBody>(`/api/user/${id}`)).body;
  const given = { roles: ['agent', 'administrator'] };
  const changed = await ada.send('PATCH', `/api/user/${id}`, given, { 'if-match': `"${String(version)}"` });
  expect(changed.status).toBe(200);
  const written = '[data-nf-blocked="hand_out"] [data-nf-written]';
  const author = await suite.visit({ as: 'akira' });
  await open(author.page, `/loans/${loan.id}`);
  await author.page.locator(written).waitFor();
  expect((await writtenLines(author.page))[0]).toMatch(/^hand_out:/);
  expect(await author.page.locator(written).innerText()).toMatch(/^Specification: asset\.yaml, line \d+$/);
  await author.context.close();
  const other = await suite.visit({ as: 'alan' });
  await open(other.page, `/loans/${loan.id}`);
  await other.page.locator('[data-nf-blocked="hand_out"]').waitFor();
  expect(await other.page.locator('[data-nf-written]').count()).toBe(0);
  await other.context.close();
});

test('a form that cannot be sent names the lines of its fields', async () => {
  const { page, context } = await suite.visit({ as: 'ada' });
  await open(page, '/ask');
  await page.locator('main [data-nf-save]').click();
  await page.locator('[data-nf-summary] [data-nf-written]').waitFor();
  const lines = await writtenLines(page);
  expect(lines.some((line) => line.startsWith('subject:'))).toBe(true);
  expect(lines.every((line) => /^[a-z_]+:/.test(line))).toBe(true);
  await context.close();
});

test('a page that may not be opened says what is missing, which roles have it, and the line that grants no more', async () => {
  const { page, context } = await suite.visit({ as: 'ada' });
  await open(page, '/_/trash/ticket');
  const refusal = page.locator('main [data-nf-error="forbidden"]');
  await refusal.waitFor();
  const text = await refusal.innerText();
  expect(text).toContain('Missing right: delete (Request).');
  expect(text).toMatch(/Roles with access: /);
  expect((await writtenLines(page))[0]).toMatch(/^(?:ticket|requester|administrator):/);
  await context.close();
});
