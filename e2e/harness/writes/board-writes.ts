import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { open } from '../browser.ts';
import type { RecordBody } from '../client.ts';
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

const DAY = '2031-05-15';

/** Opens the day of a calendar with one loan on it, of a new camera. */
async function openDay(suite: Suite, page: Page): Promise<void> {
  const alan = await suite.client('alan');
  const camera = { tag: `DAY-${randomUUID().slice(0, 8)}`, name: 'Camera', kind: 'camera', lendable: true };
  const asset = (await alan.send<RecordBody>('POST', '/api/asset', camera)).body.id;
  await alan.send('POST', '/api/loan', { asset, from: DAY, until: DAY });
  await open(page, `/loans?layout=calendar&rows=off&span=day&day=${DAY}&f.asset=eq:${asset}`);
  await page.locator('[data-nf-calendar] [data-nf-move]').first().waitFor({ state: 'attached' });
}

/** Moves the one loan to the first days that take it. */
async function moveLoan(page: Page): Promise<void> {
  await page.locator('[data-nf-calendar] [data-nf-move]').first().focus();
  await page.keyboard.press('Enter');
  await page.locator('[role="menuitem"]:not([disabled])').first().click();
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

/** What people do with the records on a calendar. */
export const dayWrites = (suite: Suite): Readonly<Record<string, Write>> => ({
  'a record that is moved on a calendar': {
    makes: 'update',
    as: 'alan',
    begin: (page) => openDay(suite, page),
    call: /\/api\/loan\/[^/]+$/,
    method: 'PATCH',
    press: moveLoan,
  },
});
