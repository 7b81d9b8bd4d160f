import { open } from '../browser.ts';
import type { Suite } from '../suite.ts';
import { teamTicket } from './record-writes.ts';
import type { Write } from './write.ts';

/** Tells Alan of a comment, and gives the record that it is about. */
async function told(suite: Suite): Promise<string> {
  const { id } = await teamTicket(suite, true);
  const [alan, mona] = [await suite.client('alan'), await suite.client('mona')];
  await alan.send('POST', `/_/conversation/ticket/${id}`, { follow: true });
  await mona.send('POST', `/api/ticket/${id}/comments`, { text: 'New' });
  return id;
}

/** What people do with what they were told, and how they want to be told. */
export const notificationWrites = (suite: Suite): Readonly<Record<string, Write>> => ({
  'a notification that is marked as read': {
    makes: 'markNotifications',
    as: 'alan',
    begin: async (page) => {
      const id = await told(suite);
      await open(page, '/_/inbox');
      await page.locator(`[data-nf-record="${id}"] [data-nf-mark]`).waitFor();
    },
    call: /\/_\/notifications$/,
    method: 'POST',
    press: (page) => page.locator('[data-nf-mark]').first().click(),
  },
  'all notifications that are marked as read': {
    makes: 'markNotifications',
    as: 'alan',
    begin: async (page) => {
      await told(suite);
      await open(page, '/_/inbox');
      await page.locator('[data-nf-read-all]').waitFor();
    },
    call: /\/_\/notifications$/,
    method: 'POST',
    press: (page) => page.locator('[data-nf-read-all]').click(),
  },
  'a choice of how to be told': {
    makes: 'chooseNotifications',
    as: 'alan',
    begin: (page) => open(page, '/_/inbox/choices'),
    call: /\/_\/notifications\/choices$/,
    method: 'POST',
    press: (page) => page.locator('[data-nf-choice="followed"]').getByRole('checkbox').click(),
  },
  'a time zone of mail': {
    makes: 'chooseMailZone',
    as: 'alan',
    begin: (page) => open(page, '/_/inbox/choices'),
    call: /\/_\/notifications\/time-zone$/,
    method: 'POST',
    press: async (page) => void (await page.locator('[data-nf-mail-zone] select').selectOption('Asia/Tokyo')),
  },
});
