import type { Page } from 'playwright-core';
import { open } from '../browser.ts';
import type { Suite } from '../suite.ts';
import { teamTicket } from './record-writes.ts';
import { dialogSave, dialogText, word, type Write } from './write.ts';

const COMMENTS = /\/api\/ticket\/[^/]+\/comments$/;
const COMMENT = /\/api\/ticket\/[^/]+\/comments\/[^/]+$/;

/** Opens a request about which the reader has said something. */
async function commented(suite: Suite, page: Page): Promise<void> {
  const { id } = await teamTicket(suite, true);
  const mona = await suite.client('mona');
  await mona.send('POST', `/api/ticket/${id}/comments`, { text: word() });
  await open(page, `/tickets/${id}`);
  await page.locator('[data-nf-comment]').first().waitFor();
}

/** What people do with the conversation on a record. */
export const commentWrites = (suite: Suite): Readonly<Record<string, Write>> => ({
  'a new comment': {
    makes: 'comment',
    as: 'mona',
    begin: async (page) => {
      await open(page, `/tickets/${(await teamTicket(suite, true)).id}`);
      await page.locator('#nf-comment').fill(word());
    },
    call: COMMENTS,
    method: 'POST',
    press: (page) => page.locator('#nf-comment').press('Control+Enter'),
    typed: (page) => page.locator('#nf-comment').inputValue(),
  },
  'a step with a comment': {
    makes: 'fire',
    as: 'mona',
    begin: async (page) => {
      await open(page, `/tickets/${(await teamTicket(suite, true)).id}`);
      await page.locator('#nf-comment').fill(word());
      await page.locator('[data-nf-said="wait"]').waitFor();
    },
    call: /\/api\/ticket\/[^/]+\/wait$/,
    method: 'POST',
    press: async (page) => {
      const isRefused = (await page.getByRole('dialog').count()) > 0;
      await (isRefused ? dialogSave(page) : page.locator('[data-nf-said="wait"]').click());
    },
    typed: async (page) =>
      (await page.getByRole('dialog').count()) > 0 ? dialogText(page) : page.locator('#nf-comment').inputValue(),
  },
  'an edited comment': {
    makes: 'editComment',
    as: 'mona',
    begin: async (page) => {
      await commented(suite, page);
      await page.locator('[data-nf-comment-action="edit"]').click();
      await page.locator('[data-nf-comment] textarea').fill(word());
    },
    call: COMMENT,
    method: 'PATCH',
    press: (page) => page.locator('[data-nf-comment] [data-nf-save]').click(),
    typed: (page) => page.locator('[data-nf-comment] textarea').inputValue(),
  },
  'a comment that is taken back': {
    makes: 'takeBackComment',
    as: 'mona',
    begin: async (page) => {
      await commented(suite, page);
      await page.locator('[data-nf-comment-action="take-back"]').click();
    },
    call: COMMENT,
    method: 'DELETE',
    press: (page) => page.locator('[data-nf-take-back]').click(),
    empty: true,
  },
  'a conversation that is followed': {
    makes: 'followConversation',
    as: 'mona',
    begin: async (page) => {
      await open(page, `/tickets/${(await teamTicket(suite, true)).id}`);
      await page.locator('[data-nf-follow]').waitFor();
    },
    call: /\/_\/conversation\/ticket\/[^/]+$/,
    method: 'POST',
    press: (page) => page.locator('[data-nf-follow]').click(),
  },
});
