import type { Page } from 'playwright-core';
import { open, touchTable } from '../browser.ts';
import type { RecordBody } from '../client.ts';
import { control, fill } from '../form.ts';
import type { Suite } from '../suite.ts';
import { createTicket } from '../tickets.ts';
import { word, type Write } from './write.ts';

const subject = (page: Page): Promise<string> => control(page, 'subject').inputValue();

/** A ticket of Mona's team, in the state new or, with `take`, open. */
export async function teamTicket(suite: Suite, take: boolean): Promise<RecordBody> {
  const mona = await suite.client('mona');
  const ticket = await createTicket(mona, { subject: word() });
  const found = await mona.get<RecordBody>(`/api/ticket/${ticket.id}`);
  if (!take) return found.body;
  return (await mona.send<RecordBody>('POST', `/api/ticket/${ticket.id}/take`, {})).body;
}

const inCell = (page: Page) => page.locator('[data-nf-cell="subject"] input');
const placed = (page: Page) => page.locator('[data-nf-placed="due"] input').first();

/** What people do with one record. */
export const recordWrites = (suite: Suite): Readonly<Record<string, Write>> => ({
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
  'a changed value of JSON': {
    makes: 'update',
    as: 'alan',
    begin: async (page) => {
      await open(page, '/assets/NB-0001');
      await page.locator('[data-nf-edit]').first().click();
      await fill(page, 'facts', `{ "lamp":  "${word()}",\n "ports": [80, 443] }`);
    },
    call: /\/api\/asset\/[^/]+$/,
    method: 'PATCH',
    press: (page) => control(page, 'facts').press('Control+s'),
    typed: (page) => control(page, 'facts').inputValue(),
  },
  'a value that is changed in its place': {
    makes: 'update',
    as: 'mona',
    begin: async (page) => {
      await open(page, `/tickets/${(await teamTicket(suite, true)).id}`);
      await page.locator('[data-nf-change="due"]').click();
      await placed(page).fill('2026-12-24 10:00');
    },
    call: /\/api\/ticket\/[^/]+$/,
    method: 'PATCH',
    press: (page) => placed(page).press('Control+s'),
    typed: (page) => placed(page).inputValue(),
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
  'a changed cell': {
    makes: 'update',
    as: 'mona',
    begin: async (page) => {
      const { id, subject } = await teamTicket(suite, false);
      await open(page, `/tickets?search=${encodeURIComponent(String(subject))}`);
      await touchTable(page);
      await page.locator(`[data-nf-open="${id}"]`).focus();
      await page.keyboard.press('F2');
      await inCell(page).fill(word());
    },
    call: /\/api\/ticket\/[^/]+$/,
    method: 'PATCH',
    press: (page) => inCell(page).press('Control+s'),
    typed: (page) => inCell(page).inputValue(),
  },
});
