import type { Page } from 'playwright-core';
import { open } from '../browser.ts';
import type { Suite } from '../suite.ts';
import { teamTicket } from './record-writes.ts';
import type { Write } from './write.ts';

/** Moves the one card of the board to the first column that takes it. */
export async function moveCard(page: Page): Promise<void> {
  await page.locator('[data-nf-board] li[data-nf-record]').getByRole('button').click();
  await page.locator('[role="menuitem"]:not([disabled])').first().click();
}

/** Opens the board of a list with one card on it. */
export async function openBoard(suite: Suite, page: Page, path: string): Promise<void> {
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
});
