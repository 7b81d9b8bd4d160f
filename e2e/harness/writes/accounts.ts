import type { Page } from 'playwright-core';
import { antiForgery } from '../browser.ts';
import { createClient, type RecordBody } from '../client.ts';
import type { Suite } from '../suite.ts';
import { word } from './write.ts';

/** What every person of these tests chooses. */
export const PASSWORD = 'a sentence of nobody else';

/** What a person signs in with. */
export interface Account {
  readonly email: string;
  readonly password: string;
}

/** The path of the link with which a new person chooses a password. */
export async function invited(suite: Suite): Promise<{ readonly email: string; readonly path: string }> {
  const ada = await suite.client('ada');
  const name = word();
  const email = `${name.toLowerCase().replace(' ', '-')}@example.test`;
  const { body } = await ada.send<RecordBody>('POST', '/api/user', { name, email });
  const made = await ada.send<{ address: string }>('POST', `/_/accounts/${body.id}/invitation`);
  return { email, path: made.body.address };
}

/** A person with a password of their own. */
export async function newAccount(suite: Suite): Promise<Account> {
  const { email, path } = await invited(suite);
  const client = createClient(suite.product().url);
  await client.get('/_/session');
  await client.send('POST', path, { password: PASSWORD });
  return { email, password: PASSWORD };
}

/** Signs the profile of the page in. */
export async function signIn(page: Page, account: Account): Promise<void> {
  await page.request.get('/_/session');
  await page.request.post('/_/session', { data: account, headers: await antiForgery(page.context()) });
}

/** Reads what stands in these inputs. */
export const values = (...selectors: string[]) => {
  return async (page: Page): Promise<string> =>
    (await Promise.all(selectors.map((selector) => page.locator(selector).inputValue()))).join(' ');
};

/** Presses the button that sends the form of the page. */
export const pressSubmit = (page: Page): Promise<void> => page.locator('main button[type="submit"]').click();
