import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { open } from '../browser.ts';
import type { RecordBody } from '../client.ts';
import type { Suite } from '../suite.ts';
import { newAccount, PASSWORD, pressSubmit, signIn, values } from './accounts.ts';
import { dialogSave, word, type Write } from './write.ts';

/** Whether files with such names have arrived. */
const codeIsThere = (part: string): boolean =>
  performance.getEntriesByType('resource').some(({ name }) => name.includes(part));

/** Opens and closes the menu of the person: its code comes with the first time, and the first failure is offline. */
async function loadMenu(page: Page): Promise<void> {
  const last = page.getByRole('menuitem').last();
  await page.locator('[data-nf-user]').click();
  await last.waitFor();
  await page.keyboard.press('Escape');
  await last.waitFor({ state: 'detached' });
}

/** What people do with accounts and keys. */
export const accountWrites = (suite: Suite): Readonly<Record<string, Write>> => ({
  'an invitation': {
    makes: 'invite',
    as: 'ada',
    begin: async (page) => {
      const { body } = await (await suite.client('ada')).get<{ items: RecordBody[] }>('/api/user?search=Rita&size=1');
      await open(page, `/user/${String(body.items[0]?.id)}`);
      await page.locator('[data-nf-more]').first().click();
      await page.locator('[data-nf-invite-open]').click();
    },
    call: /\/invitation$/,
    method: 'POST',
    press: dialogSave,
  },
  'a new key': {
    makes: 'makeKey',
    as: 'ada',
    begin: async (page) => {
      await open(page, '/_/keys');
      await page.locator('#key-name').fill(word());
    },
    call: /\/_\/keys$/,
    method: 'POST',
    press: (page) => page.locator('main [data-nf-save]').click(),
    typed: (page) => page.locator('#key-name').inputValue(),
  },
  'the end of a session': {
    makes: 'signOut',
    as: 'rita',
    begin: async (page) => {
      await open(page, '/_/home');
      await page.mouse.move(1, 1); // the first touch brings the code of signing out
      await page.waitForFunction(codeIsThere, '/dialogs-');
      await loadMenu(page);
      // Where there are drafts, the page asks before it sends anything.
      await page.evaluate(() => {
        for (const key of Object.keys(localStorage)) if (key.includes('draft:')) localStorage.removeItem(key);
      });
    },
    call: /\/_\/session$/,
    method: 'DELETE',
    press: async (page) => {
      const dialog = page.getByRole('dialog');
      if ((await dialog.count()) > 0) await dialog.locator('button').first().click();
      await expect.poll(() => dialog.count()).toBe(0);
      await page.locator('[data-nf-user]').click();
      await page.getByRole('menuitem').last().click();
    },
    empty: true,
    opens: (page) => page.waitForURL('**/_/sign-in*'),
  },
  'a key that is removed': {
    makes: 'removeKey',
    as: 'ada',
    begin: async (page) => {
      const ada = await suite.client('ada');
      const name = word();
      await ada.send('POST', '/_/keys', { name, role: 'administrator', days: 9 });
      await open(page, '/_/keys');
      await page.locator('[data-nf-key]', { hasText: name }).locator('[data-nf-key-remove]').click();
    },
    call: /\/_\/keys\/[^/]+$/,
    method: 'DELETE',
    press: dialogSave,
    empty: true,
  },
  'a new password': {
    makes: 'changePassword',
    begin: async (page) => {
      await signIn(page, await newAccount(suite));
      await open(page, '/_/password');
      await page.locator('#password-current').fill(PASSWORD);
      await page.locator('#password-password').fill(`${PASSWORD} any more`);
    },
    call: /\/_\/password$/,
    method: 'POST',
    press: pressSubmit,
    typed: values('#password-current', '#password-password'),
  },
});
