import { open } from '../browser.ts';
import type { Suite } from '../suite.ts';
import { newAccount, PASSWORD, pressSubmit, signIn, values } from './accounts.ts';
import type { Write } from './write.ts';

/** Too many tries: the form waits before the next one. */
const isBusy: Write['renewsAfter'] = (status) => status === 429;

/** The ways to sign in. */
export const signInWrites = (suite: Suite): Readonly<Record<string, Write>> => ({
  'a sign-in': {
    makes: 'shell/sign-in/send-sign-in.ts',
    begin: async (page) => {
      const { email, password } = await newAccount(suite);
      await open(page, '/_/sign-in');
      await page.locator('input[name="email"]').fill(email);
      await page.locator('input[name="password"]').fill(password);
    },
    call: /\/_\/session$/,
    method: 'POST',
    press: pressSubmit,
    typed: values('input[name="email"]', 'input[name="password"]'),
    renewsAfter: isBusy,
  },
  'a sign-in by one click': {
    makes: 'shell/sign-in/send-sign-in.ts',
    begin: (page) => open(page, '/_/sign-in'),
    call: /\/_\/session$/,
    method: 'POST',
    press: (page) => page.locator('[data-nf-demo]').first().click(),
    renewsAfter: isBusy,
  },
  'a sign-in over a page': {
    makes: 'signIn',
    begin: async (page) => {
      await signIn(page, await newAccount(suite));
      await open(page, '/_/home');
      await page.context().clearCookies();
      await page.locator('[data-nf-screen="home"] button').first().dispatchEvent('click'); // another call may have opened it
      await page.getByRole('dialog').locator('input[name="password"]').fill(PASSWORD);
    },
    call: /\/_\/session$/,
    method: 'POST',
    press: (page) => page.getByRole('dialog').locator('button[type="submit"]').click(),
    typed: values('[role="dialog"] input[name="email"]', '[role="dialog"] input[name="password"]'),
    renewsAfter: isBusy,
  },
});
