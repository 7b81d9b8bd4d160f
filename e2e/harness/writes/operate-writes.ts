import type { CallsAnswer } from '@ninefold/model';
import type { Page } from 'playwright-core';
import { open } from '../browser.ts';
import type { Suite } from '../suite.ts';
import { wantIndex, WANTED_INDEX } from '../wanted-index.ts';
import { teamTicket } from './record-writes.ts';
import type { Write } from './write.ts';

const GIVEN_UP: CallsAnswer = {
  state: 'given_up',
  counts: { waiting: 0, given_up: 1, made: 0 },
  findings: [],
  silent: [],
  items: [
    {
      ...{
        id: '0183e7de-0000-7000-8000-000000000001',
        call: 'order',
        subscriber: null,
        entity: 'ticket',
        record: null,
        state: 'given_up',
      },
      ...{ at: '2026-11-01T08:00:00.000Z', tried: '2026-11-02T08:00:00.000Z', tries: 9, next: null, paused: false },
      ...{ status: 503, took: 12, failure: 'refused', content: null },
    },
  ],
  next: null,
};

const QUEUED: CallsAnswer = {
  state: 'given_up',
  counts: { waiting: 1, given_up: 0, made: 0 },
  items: [],
  findings: [],
  silent: [],
  next: null,
};

/** What operators do with indexes, mail and calls. */
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
        await page.locator('[role="option"][value="waiting"]').filter({ visible: true }).click();
        await page.locator('[data-nf-mail] [data-nf-act="again"]').first().waitFor();
      },
      call: /\/_\/operate\/mail$/,
      method: 'POST',
      empty: true,
      press: (page) => page.locator('[data-nf-mail] [data-nf-act="again"]').first().click(),
    },
    'a call to another system that is made again': {
      makes: 'callAgain',
      as: 'ada',
      begin: async (page) => {
        // No call of the service desk is given up: what the server would answer stands here.
        let isQueued = false;
        await page.route(/\/_\/operate\/calls(\?|$)/, async (route) => {
          // What stands in for a server answers a browser without a connection too.
          if (!(await page.evaluate(() => navigator.onLine))) return route.abort('internetdisconnected');
          const isSending = route.request().method() === 'POST';
          isQueued ||= isSending;
          return route.fulfill(isSending ? { status: 204 } : { json: isQueued ? QUEUED : GIVEN_UP });
        });
        await open(page, '/_/operate');
        await page.locator('[data-nf-call] [data-nf-act="again"]').waitFor();
      },
      call: /\/_\/operate\/calls$/,
      method: 'POST',
      empty: true,
      press: (page) => page.locator('[data-nf-call] [data-nf-act="again"]').click(),
    },
    'an index that is made': { makes: 'makeIndex', ...shared, method: 'POST', press: press('make') },
  };
};
