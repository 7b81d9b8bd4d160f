import { expect } from 'vitest';
import { open } from '../browser.ts';
import { control, fill } from '../form.ts';
import type { Suite } from '../suite.ts';
import { teamTicket } from './record-writes.ts';
import { word, type Write } from './write.ts';

export const pressUndo: Write['press'] = async (page) => {
  if ((await page.getByRole('dialog').count()) > 0) await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await page.locator('h1').first().focus();
  await page.keyboard.press('Control+z');
};

export const isRefusal = (status: number): boolean => status >= 400 && status < 500 && status !== 429;

/** What takes an action back. A refused undo is not offered again. */
export const undoWrites = (suite: Suite): Readonly<Record<string, Write>> => ({
  'a restored record': {
    makes: 'restore',
    as: 'mona',
    begin: async (page) => {
      const { id } = await teamTicket(suite, false);
      await (await suite.client('mona')).send('DELETE', `/api/ticket/${id}`);
      // A restoration whose answer is lost has happened: the feed of changes takes its row away, and the message with it.
      await page.route('**/_/live*', (route) => route.abort());
      await open(page, '/_/trash/ticket');
    },
    call: /\/restore$/,
    method: 'POST',
    press: (page) => page.locator('[data-nf-restore]').first().click(),
  },
  'the undo of a change': {
    makes: 'update',
    as: 'mona',
    begin: async (page) => {
      await open(page, `/tickets/${(await teamTicket(suite, true)).id}`);
      await page.locator('[data-nf-edit]').click();
      await fill(page, 'subject', word());
      await control(page, 'subject').press('Control+s');
      await page.locator('[data-nf-edit]').waitFor();
    },
    call: /\/api\/ticket\/[^/]+$/,
    method: 'PATCH',
    press: pressUndo,
    renewsAfter: isRefusal,
  },
  'the undo of a delete': {
    makes: 'restore',
    as: 'mona',
    begin: async (page) => {
      await open(page, `/tickets/${(await teamTicket(suite, false)).id}`);
      await page.locator('[data-nf-more]').first().click();
      await page.locator('[data-nf-delete]').click();
      await page.locator('[data-nf-toast]').waitFor();
    },
    call: /\/restore$/,
    method: 'POST',
    press: pressUndo,
    renewsAfter: isRefusal,
  },
  'the undo of a restoration': {
    makes: 'remove',
    as: 'mona',
    begin: async (page) => {
      const { id } = await teamTicket(suite, false);
      await (await suite.client('mona')).send('DELETE', `/api/ticket/${id}`);
      await open(page, '/_/trash/ticket');
      await page.locator(`[data-nf-record="${id}"] [data-nf-restore]`).click();
      await page.locator(`[data-nf-record="${id}"]`).waitFor({ state: 'detached' });
    },
    call: /\/api\/ticket\/[^/]+$/,
    method: 'DELETE',
    press: pressUndo,
    empty: true,
    renewsAfter: isRefusal,
  },
});
