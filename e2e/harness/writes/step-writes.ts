import type { Page } from 'playwright-core';
import { open } from '../browser.ts';
import type { Suite } from '../suite.ts';
import { teamTicket } from './record-writes.ts';
import { dialogSave, dialogText, word, type Write } from './write.ts';

const PEEK = '[data-nf-peek]';

const step = (page: Page) => page.locator('[data-nf-waiting="ticket"] button[data-nf-step="take"]').first();

/** The steps that people take with one record. */
export const stepWrites = (suite: Suite): Readonly<Record<string, Write>> => ({
  'a step of what waits': {
    makes: 'fire',
    as: 'mona',
    begin: async (page) => {
      await teamTicket(suite, false);
      await open(page, '/_/home');
      await step(page).waitFor();
    },
    call: /\/api\/ticket\/[^/]+\/take$/,
    method: 'POST',
    press: (page) => step(page).click(),
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
  'a step beside a list': {
    makes: 'fire',
    as: 'mona',
    begin: async (page) => {
      const { id, subject: of } = await teamTicket(suite, false);
      await open(page, `/tickets?search=${encodeURIComponent(String(of))}&peek=${id}`);
      await page.locator(`${PEEK} [data-nf-transition="take"]`).waitFor();
    },
    call: /\/api\/ticket\/[^/]+\/take$/,
    method: 'POST',
    press: (page) => page.locator(`${PEEK} [data-nf-transition="take"]`).click(),
    arrives: (page) => page.locator(`${PEEK} button[data-nf-transition="take"]`).waitFor({ state: 'detached' }),
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
});
