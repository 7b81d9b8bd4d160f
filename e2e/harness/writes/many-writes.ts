import type { Page, Route } from 'playwright-core';
import { open } from '../browser.ts';
import type { Suite } from '../suite.ts';
import { teamTicket } from './record-writes.ts';
import { isRefusal, pressUndo } from './undo-writes.ts';
import { dialogSave, dialogText, word, type Write } from './write.ts';

/** Presses an action on what is selected in a list, once the bar has its counts: they move its buttons. */
export async function chooseBulk(page: Page, action: string): Promise<void> {
  await page.locator('[data-nf-bulk="counted"]').waitFor();
  const shown = page.locator(`[data-nf-bulk-action="${action}"]`);
  if ((await shown.count()) === 0) await page.locator('[data-nf-bulk-more]').click();
  await shown.click();
}

/** An action on many records whose dialog asks for a text; the step `wait` leads on from a taken ticket. */
const throughDialog = (suite: Suite, action: string): Write => ({
  makes: 'bulk',
  as: 'mona',
  begin: async (page) => {
    const { subject: of } = await teamTicket(suite, true);
    await open(page, `/tickets?search=${encodeURIComponent(String(of))}`);
    await page.locator('[data-nf-select]').first().check();
    await chooseBulk(page, action);
    await page.getByRole('dialog').locator('textarea').fill(word());
  },
  call: /\/api\/ticket\/bulk$/,
  method: 'POST',
  press: dialogSave,
  typed: dialogText,
});

/** What people do with many records at once. */
export const manyWrites = (suite: Suite): Readonly<Record<string, Write>> => ({
  'one action on many': throughDialog(suite, 'wait'),
  'a comment on many': throughDialog(suite, '_comment'),
  'the rest of one action on many': {
    makes: 'bulk',
    as: 'mona',
    begin: async (page) => {
      const { id, subject: of } = await teamTicket(suite, false);
      await open(page, `/tickets?search=${encodeURIComponent(String(of))}`);
      await page.locator('[data-nf-select]').first().check();
      await chooseBulk(page, '_delete');
      const busy = tooBusy(id);
      await page.route(BULK, busy);
      await dialogSave(page);
      await page.locator('[data-nf-bulk-result]').waitFor();
      await page.unroute(BULK, busy);
    },
    call: /\/api\/ticket\/bulk$/,
    method: 'POST',
    press: (page) => page.locator('[data-nf-bulk-retry]').click(),
    typed: (page) => page.locator('[data-nf-bulk-result] h2').innerText(),
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
    press: pressUndo,
    renewsAfter: isRefusal,
  },
});

const BULK = '**/bulk';

/** Answers an action on many: the server was too busy for this record. */
function tooBusy(id: string): (route: Route) => Promise<void> {
  const problem = { type: '', title: 'Busy', status: 503, code: 'busy', params: {}, errors: [] };
  const results = [{ id, title: 'A request', version: null, problem }];
  return (route) => route.fulfill({ json: { done: 0, failed: 1, results } });
}
