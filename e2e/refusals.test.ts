import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelAnswer } from '@ninefold/model';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { open } from './harness/browser.ts';
import type { ListBody, Person, RecordBody } from './harness/client.ts';
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
  await author.page.locator('main button[data-nf-transition="hand_out"]').click({ force: true });
  await author.page.locator(written).waitFor();
  expect((await writtenLines(author.page))[0]).toMatch(/^hand_out:/);
  await author.page.locator(written).click();
  await expect
    .poll(() => author.page.getByRole('dialog').innerText())
    .toMatch(/^Specification: asset\.yaml, line \d+$/);
  await author.context.close();
  const other = await suite.visit({ as: 'alan' });
  await open(other.page, `/loans/${loan.id}`);
  await other.page.locator('main button[data-nf-transition="hand_out"]').click({ force: true });
  await other.page.locator('[data-nf-blocked="hand_out"]').waitFor();
  expect(await other.page.locator('[data-nf-written]').count()).toBe(0);
  await other.context.close();
});

test('a form that cannot be sent names the lines of its fields to readers of the specification alone, behind a button', async () => {
  const { page, context } = await suite.visit({ as: 'ada' });
  await open(page, '/team/new');
  await page.locator('main [data-nf-save]').click();
  await page.locator('[data-nf-summary] [data-nf-written]').waitFor();
  const lines = await writtenLines(page);
  expect(lines.some((line) => line.startsWith('name:'))).toBe(true);
  expect(lines.every((line) => /^[a-z_]+:/.test(line))).toBe(true);
  expect(await page.locator('[data-nf-summary]').innerText()).not.toContain('.yaml');
  await page.locator('[data-nf-summary] [data-nf-written]').click();
  await expect.poll(() => page.getByRole('dialog').innerText()).toContain('.yaml');
  await context.close();
  const rita = await suite.visit({ as: 'rita' });
  await open(rita.page, '/ask');
  await rita.page.locator('main [data-nf-save]').click();
  await rita.page.locator('[data-nf-summary]').waitFor();
  expect(await rita.page.locator('[data-nf-written]').count()).toBe(0);
  await rita.context.close();
});

test.each([
  ['alan', '/tickets', /Roles with access: Desk manager/],
  ['alan', '/_/keys', /Roles with access: Administrator/],
  ['alan', '/_/spec', /Roles with access: Administrator/],
  ['akira', '/_/import/ticket', /Roles with access: Desk manager/],
  ['rita', '/user/new', /Roles with access: .*Administrator/], // the page of a person would have this address, too
] as const)('%s at %s, a page of other roles, is told which ones', async (as, path, roles) => {
  const { page, context } = await suite.visit({ as });
  await open(page, path);
  const refusal = page.locator('main [data-nf-error="forbidden"]');
  await refusal.waitFor();
  const text = await page.locator('main').innerText();
  expect(text).toMatch(roles);
  expect(text.match(/access|permission/g)).toHaveLength(2); // in the title, and where the roles are named
  expect(await page.locator('[data-nf-written]').count()).toBe(0);
  await context.close();
});

test('A27 a page that may not be opened says what is missing, which roles have it, and the line that grants no more', async () => {
  const { page, context } = await suite.visit({ as: 'ada' });
  await open(page, '/_/trash/ticket');
  const refusal = page.locator('main [data-nf-error="forbidden"]');
  await refusal.waitFor();
  const text = await refusal.innerText();
  expect(text).toContain('Missing right: delete (Request).');
  expect(text).toMatch(/Roles with access: /);
  expect(await refusal.locator('a', { hasText: 'forbidden' }).count()).toBe(1);
  const [ticket] = (await (await suite.client('mona')).get<ListBody>('/api/ticket?size=1')).body.items;
  await open(page, `/tickets/${ticket?.id}`);
  await page.locator('main [data-nf-error]').first().waitFor();
  expect(await page.locator('body').innerText()).not.toContain(String(ticket?.['subject']));
  expect(await page.title()).not.toContain(String(ticket?.['number']));
  await open(page, '/_/trash/ticket');
  await refusal.waitFor();
  expect((await writtenLines(page))[0]).toMatch(/^(?:ticket|requester|administrator):/);
  await context.close();
});
