import type { Page } from 'playwright-core';
import { open } from '../browser.ts';
import type { ListBody } from '../client.ts';
import type { Suite } from '../suite.ts';
import { createTicket } from '../tickets.ts';
import { word, type Write } from './write.ts';

/** Opens the requests about a piece of equipment; `attached`: with one that the reader has made. Answers the subject of another one, about nothing. */
async function requestsOfAsset(suite: Suite, page: Page, attached: boolean): Promise<string> {
  const mona = await suite.client('mona');
  const asset = (await mona.get<ListBody>('/api/asset?size=1&sort=created_at')).body.items[0]?.id ?? '';
  const subject = word();
  await createTicket(mona, { subject, ...(attached ? { asset } : {}) });
  await open(page, `/assets/${asset}`);
  await page.locator('[data-nf-related-open="tickets"]').click();
  await page.locator('[data-nf-attach]').waitFor();
  return subject;
}

const picker = (page: Page) => page.locator('[data-nf-attach-form] input');

/** What people do in a section of related records. */
export const relatedWrites = (suite: Suite): Readonly<Record<string, Write>> => ({
  'a record that is attached': {
    makes: 'update',
    as: 'mona',
    begin: async (page) => {
      const subject = await requestsOfAsset(suite, page, false);
      await page.locator('[data-nf-attach]').click();
      await picker(page).fill(subject);
      await page.locator('[role=option]:not([data-nf-picker-create])', { hasText: subject }).click();
    },
    call: /\/api\/ticket\/[^/]+$/,
    method: 'PATCH',
    press: (page) => page.locator('[data-nf-attach-form] [data-nf-save]').click(),
    typed: (page) => picker(page).inputValue(),
  },
  'a record that is detached': {
    makes: 'update',
    as: 'mona',
    begin: async (page) => {
      const subject = await requestsOfAsset(suite, page, true);
      await page.locator('[data-nf-related="tickets"]').getByRole('searchbox').fill(subject);
      await page.keyboard.press('Enter');
      await page.locator('[data-nf-related="tickets"] tbody tr[data-nf-record]').nth(1).waitFor({ state: 'detached' });
      await page.locator('[data-nf-detach]').waitFor();
    },
    call: /\/api\/ticket\/[^/]+$/,
    method: 'PATCH',
    press: (page) => page.locator('[data-nf-detach]').click(),
  },
});
