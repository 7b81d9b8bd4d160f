import type { Page } from 'playwright-core';
import { open } from '../browser.ts';
import type { Suite } from '../suite.ts';
import { wantIndex, WANTED_INDEX } from '../wanted-index.ts';
import { teamTicket } from './record-writes.ts';
import type { Write } from './write.ts';

/** What operators do with indexes. */
export const operateWrites = (suite: Suite): Readonly<Record<string, Write>> => {
  const row = `[data-nf-index="${WANTED_INDEX}"]`;
  const begin = async (page: Page): Promise<void> => {
    wantIndex(suite.product());
    // The server makes by itself what it wants, unless an operator has refused it.
    const ada = await suite.client('ada');
    await ada.send('PATCH', '/_/operate/indexes', { name: WANTED_INDEX, ruling: 'refused' });
    await open(page, '/_/operate');
    await page.locator(row).waitFor();
  };
  const press = (act: string) => (page: Page) => page.locator(`${row} [data-nf-act="${act}"]`).click();
  const shared = { as: 'ada', begin, call: /\/_\/operate\/indexes$/, empty: true } as const;
  return {
    'an index that is allowed again': { makes: 'ruleIndex', ...shared, method: 'PATCH', press: press('allow') },
    'a mail that is sent at once': {
      makes: 'sendAgain',
      as: 'ada',
      begin: async (page) => {
        const { id } = await teamTicket(suite, true);
        const alan = await suite.client('alan');
        await alan.send('POST', `/_/conversation/ticket/${id}`, { follow: true });
        await (await suite.client('mona')).send('POST', `/api/ticket/${id}/comments`, { text: 'New' });
        await open(page, '/_/operate');
        await page.locator('[data-nf-mails]').click();
        await page.getByRole('option').first().click();
        await page.locator('[data-nf-mail] [data-nf-act="again"]').first().waitFor();
      },
      call: /\/_\/operate\/mail$/,
      method: 'POST',
      empty: true,
      press: (page) => page.locator('[data-nf-mail] [data-nf-act="again"]').first().click(),
    },
    'an index that is made': { makes: 'makeIndex', ...shared, method: 'POST', press: press('make') },
  };
};
