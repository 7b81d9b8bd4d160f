import type { Page } from 'playwright-core';
import { open } from '../browser.ts';
import type { RecordBody } from '../client.ts';
import { control, fill, pick } from '../form.ts';
import type { Suite } from '../suite.ts';
import { categoryOf, createTicket } from '../tickets.ts';
import { dialogSave, dialogText, word, type Write } from './write.ts';

const subject = (page: Page): Promise<string> => control(page, 'subject').inputValue();

/** A ticket of Mona's team, in the state new or, with `take`, open. */
export async function teamTicket(suite: Suite, take: boolean): Promise<RecordBody> {
  const mona = await suite.client('mona');
  const ticket = await createTicket(mona, { subject: word() });
  const found = await mona.get<RecordBody>(`/api/ticket/${ticket.id}`);
  if (!take) return found.body;
  return (await mona.send<RecordBody>('POST', `/api/ticket/${ticket.id}/take`, {})).body;
}

/** What people do with one record. */
export const recordWrites = (suite: Suite): Readonly<Record<string, Write>> => ({
  'a new record': {
    makes: 'create',
    as: 'rita',
    begin: async (page) => {
      await open(page, '/ask');
      await pick(page, 'category', (await categoryOf(await suite.client('rita'))).title);
      await fill(page, 'subject', word());
    },
    call: /\/api\/ticket$/,
    method: 'POST',
    press: (page) => control(page, 'subject').press('Control+s'),
    typed: subject,
  },
  'a new record above a form': {
    makes: 'create',
    as: 'mona',
    begin: async (page) => {
      await open(page, '/desk/new');
      await control(page, 'asset').fill(word());
      await page.locator('[data-nf-picker-create]').click();
      const sheet = page.locator('[data-nf-create-sheet="asset"]');
      await sheet.locator('[data-nf-field="tag"] input').fill(word().replace(' ', '-').toUpperCase());
      await sheet.locator('[data-nf-field="kind"] input').first().click();
      await page.getByRole('option').first().click();
    },
    call: /\/api\/asset$/,
    method: 'POST',
    press: (page) => page.locator('[data-nf-create-sheet] [data-nf-field="tag"] input').press('Control+s'),
    typed: (page) => page.locator('[data-nf-create-sheet] [data-nf-field="tag"] input').inputValue(),
  },
  'a changed record': {
    makes: 'update',
    as: 'mona',
    begin: async (page) => {
      await open(page, `/tickets/${(await teamTicket(suite, true)).id}`);
      await page.locator('[data-nf-edit]').click();
      await fill(page, 'subject', word());
    },
    call: /\/api\/ticket\/[^/]+$/,
    method: 'PATCH',
    press: (page) => control(page, 'subject').press('Control+s'),
    typed: subject,
  },
  'a step without a dialog': {
    makes: 'fire',
    as: 'mona',
    begin: async (page) => open(page, `/tickets/${(await teamTicket(suite, false)).id}`),
    call: /\/api\/ticket\/[^/]+\/take$/,
    method: 'POST',
    press: (page) => page.locator('main [data-nf-transition="take"]').click(),
    arrives: (page) => page.locator('main button[data-nf-transition="take"]').waitFor({ state: 'detached' }),
  },
  'a step with a dialog': {
    makes: 'fire',
    as: 'mona',
    begin: async (page) => {
      await open(page, `/tickets/${(await teamTicket(suite, true)).id}`);
      await page.locator('main [data-nf-transition="wait"]').click();
      await page.getByRole('dialog').locator('textarea').fill(word());
    },
    call: /\/api\/ticket\/[^/]+\/wait$/,
    method: 'POST',
    press: dialogSave,
    typed: dialogText,
  },
  'a deleted record': {
    makes: 'remove',
    as: 'mona',
    begin: async (page) => open(page, `/tickets/${(await teamTicket(suite, false)).id}`),
    call: /\/api\/ticket\/[^/]+$/,
    method: 'DELETE',
    press: async (page) => {
      await page.locator('[data-nf-more]').first().click();
      await page.locator('[data-nf-delete]').click();
    },
    empty: true,
  },
});
