import type { Page } from 'playwright-core';
import { open } from '../browser.ts';
import type { Suite } from '../suite.ts';
import { teamTicket } from './record-writes.ts';
import { isRefusal, pressUndo } from './undo-writes.ts';
import type { Write } from './write.ts';

/** Moves the one card of the board to the first column that takes it. */
async function moveCard(page: Page): Promise<void> {
  await page.locator('[data-nf-board] li[data-nf-record]').getByRole('button').click();
  await page.locator('[role="menuitem"]:not([disabled])').first().click();
}

/** Opens the board of a list with one card on it. */
async function openBoard(suite: Suite, page: Page, path: string): Promise<void> {
  const { subject } = await teamTicket(suite, false);
  await open(page, `${path}?layout=board&search=${encodeURIComponent(String(subject))}`);
  await page.locator('[data-nf-board] li[data-nf-record]').waitFor();
}

/** What people do with the cards of a board. */
export const boardWrites = (suite: Suite): Readonly<Record<string, Write>> => ({
  'a card that is moved by a step': {
    makes: 'fire',
    as: 'mona',
    begin: (page) => openBoard(suite, page, '/desk'),
    call: /\/api\/ticket\/[^/]+\/take$/,
    method: 'POST',
    press: moveCard,
  },
  'a card that is moved by a change': {
    makes: 'update',
    as: 'mona',
    begin: (page) => openBoard(suite, page, '/tickets'),
    call: /\/api\/ticket\/[^/]+$/,
    method: 'PATCH',
    press: moveCard,
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
    press: pressUndo,
    renewsAfter: isRefusal,
  },
});
