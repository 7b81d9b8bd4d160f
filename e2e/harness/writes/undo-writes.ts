import { expect } from 'vitest';
import { open } from '../browser.ts';
import { control, fill } from '../form.ts';
import type { Suite } from '../suite.ts';
import { moveCard, openBoard } from './board-writes.ts';
import { chooseBulk } from './many-writes.ts';
import { teamTicket } from './record-writes.ts';
import { dialogSave, word, type Write } from './write.ts';

const press: Write['press'] = async (page) => {
  if ((await page.getByRole('dialog').count()) > 0) await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await page.locator('h1').first().focus();
  await page.keyboard.press('Control+z');
};

const isRefusal: Write['renewsAfter'] = (status) => status >= 400 && status < 500 && status !== 429;

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
    press,
    renewsAfter: isRefusal,
  },
  'the undo of a moved card': {
    makes: 'update',
    as: 'mona',
    begin: async (page) => {
      await openBoard(suite, page, '/tickets');
      await moveCard(page);
      await page.locator('[data-nf-toast]').waitFor();
    },
    call: /\/api\/ticket\/[^/]+$/,
    method: 'PATCH',
    press,
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
    press,
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
    press,
    empty: true,
    renewsAfter: isRefusal,
  },
  'the undo of a delete of many': {
    makes: 'bulk',
    as: 'mona',
    begin: async (page) => {
      const { subject: of } = await teamTicket(suite, false);
      await open(page, `/tickets?search=${encodeURIComponent(String(of))}`);
      await page.locator('[data-nf-select]').first().check();
      await chooseBulk(page, '_delete');
      await dialogSave(page);
      await page.locator('[data-nf-toast]').waitFor();
    },
    call: /\/api\/ticket\/bulk$/,
    method: 'POST',
    press,
    renewsAfter: isRefusal,
  },
});
