import type { Page } from 'playwright-core';
import { open } from '../browser.ts';
import type { Suite } from '../suite.ts';
import { teamTicket } from './record-writes.ts';
import { word, type Write } from './write.ts';

const typed = (page: Page) => page.locator('[data-nf-cell="subject"] input');

/** What people do with the cells of a list. */
export const cellWrites = (suite: Suite): Readonly<Record<string, Write>> => ({
  'a changed cell': {
    makes: 'update',
    as: 'mona',
    begin: async (page) => {
      const { id, subject } = await teamTicket(suite, false);
      await open(page, `/tickets?search=${encodeURIComponent(String(subject))}`);
      await page.locator('[data-nf-columns]').waitFor({ state: 'attached' });
      await page.locator(`[data-nf-open="${id}"]`).focus();
      await page.keyboard.press('F2');
      await typed(page).fill(word());
    },
    call: /\/api\/ticket\/[^/]+$/,
    method: 'PATCH',
    press: (page) => typed(page).press('Control+s'),
    typed: (page) => typed(page).inputValue(),
  },
});
