// In a dialog every control has a name of its own, so that people who hear or say names know which one they take; where it asks
// for something, the first of that has the focus.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { open, touchTable } from './harness/browser.ts';
import type { ListBody, Person } from './harness/client.ts';
import { control, fill } from './harness/form.ts';
import { withProductAndBrowser } from './harness/suite.ts';
import { createTicket } from './harness/tickets.ts';
import { chooseBulk, manyWrites } from './harness/writes/many-writes.ts';
import { accountWrites } from './harness/writes/account-writes.ts';
import { dialogSave, word } from './harness/writes/write.ts';

const suite = withProductAndBrowser();

interface Opening {
  readonly as: Person;
  readonly begin: (page: Page) => Promise<void>;
}

/** A ticket of Mona that she has taken, on its page. */
async function taken(page: Page): Promise<void> {
  const mona = await suite.client('mona');
  const { id } = await createTicket(mona, { subject: word() });
  await mona.send('POST', `/api/ticket/${id}/take`, {});
  await open(page, `/tickets/${id}`);
}

const bulk = async (page: Page, action: string, state = 'open'): Promise<void> => {
  await open(page, `/tickets?f.state=in:${state}`);
  await page.locator('[data-nf-select]').first().check();
  await chooseBulk(page, action);
};

const DIALOGS: Readonly<Record<string, Opening>> = {
  'a step': {
    as: 'mona',
    begin: async (page) => {
      await taken(page);
      await page.locator('main [data-nf-transition="hand_over"]').click();
    },
  },
  'leaving a form': {
    as: 'mona',
    begin: async (page) => {
      await taken(page);
      await page.locator('[data-nf-edit]').click();
      await fill(page, 'subject', word());
      await page.locator('[data-nf-cancel]').click();
    },
  },
  'a step of many': { as: 'mona', begin: manyWrites(suite)['one action on many']?.begin ?? taken },
  'a field of many': { as: 'mona', begin: (page) => bulk(page, '_update') },
  'a delete of many': { as: 'mona', begin: (page) => bulk(page, '_delete', 'new') },
  'an invitation': { as: 'ada', begin: accountWrites(suite)['an invitation']?.begin ?? taken },
  'an invitation that was made': {
    as: 'ada',
    begin: async (page) => {
      const ada = await suite.client('ada');
      const name = word();
      const email = `${name.replace(' ', '.').toLowerCase()}@example.test`;
      await ada.send('POST', '/api/user', { name, email });
      const { body } = await ada.get<ListBody>(`/api/user?search=${encodeURIComponent(name)}&size=1`);
      await open(page, `/user/${String(body.items[0]?.id)}`);
      await page.locator('[data-nf-more]').first().click();
      await page.locator('[data-nf-invite-open]').click();
      await dialogSave(page);
      await page.locator('[data-nf-link]').waitFor();
    },
  },
  'a key to remove': { as: 'ada', begin: accountWrites(suite)['a key that is removed']?.begin ?? taken },
  'an undo that failed': {
    as: 'mona',
    begin: async (page) => {
      await taken(page);
      await page.locator('[data-nf-edit]').click();
      await fill(page, 'subject', word());
      await control(page, 'subject').press('Control+s');
      await page.locator('[data-nf-edit]').waitFor();
      await page.route(/\/api\/ticket\//, (route) =>
        route.request().method() === 'PATCH'
          ? route.fulfill({ status: 503, json: { code: 'busy' } })
          : route.fallback(),
      );
      await page.locator('h1').first().focus();
      await page.keyboard.press('Control+z');
    },
  },
  'the end of a session that failed': {
    as: 'mona',
    begin: async (page) => {
      await open(page, '/_/home');
      await page.route(/\/_\/session$/, (route) =>
        route.request().method() === 'DELETE'
          ? route.fulfill({ status: 503, json: { code: 'busy' } })
          : route.fallback(),
      );
      await page.locator('[data-nf-user]').click();
      await page.getByRole('menuitem').last().click();
    },
  },
  'a sign-in over a page': {
    as: 'mona',
    begin: async (page) => {
      await open(page, '/_/home');
      await page.context().clearCookies();
      await page.locator('[data-nf-screen="home"] button').first().dispatchEvent('click'); // another call may have opened it
    },
  },
  'a new record above a form': {
    as: 'mona',
    begin: async (page) => {
      await open(page, '/desk/new');
      await control(page, 'asset').fill(word());
      await page.locator('[data-nf-picker-create]').click();
    },
  },
  'a record beside its list': {
    as: 'mona',
    begin: async (page) => {
      const rita = await suite.client('rita');
      const subject = word();
      await createTicket(rita, { subject });
      await open(page, `/tickets?search=${encodeURIComponent(subject)}`);
      await touchTable(page);
      await page.locator('[data-nf-open]').first().focus();
      await page.keyboard.press('Space');
    },
  },
  'the keys': {
    as: 'mona',
    begin: async (page) => {
      await open(page, '/_/home');
      await page.keyboard.press('?');
    },
  },
};

/** The names of the buttons and links of the dialog on top that more than one of them has. */
async function sharedNames(page: Page): Promise<readonly string[]> {
  const dialog = page.getByRole('dialog').last();
  await dialog.locator('button').first().waitFor();
  const tree = await dialog.ariaSnapshot();
  const names = [...tree.matchAll(/- (?:button|link) "((?:[^"\\]|\\.)*)"/g)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(0);
  return names.filter((name, at) => name === '' || names.indexOf(name) !== at);
}

/** Notes each dialog that has no name as it is drawn first: the focus goes into it then, and screen readers speak. */
const NOTE_NAMELESS = (): void => {
  const nameless: string[] = [];
  Object.assign(window, { nameless });
  const isNamed = (one: Element): boolean =>
    Boolean(one.getAttribute('aria-label')) ||
    Boolean(document.getElementById(one.getAttribute('aria-labelledby') ?? '')?.textContent);
  new MutationObserver((changes) => {
    for (const added of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(added instanceof Element)) continue;
      const dialogs = [added, ...added.querySelectorAll('*')].filter((one) => one.getAttribute('role') === 'dialog');
      nameless.push(...dialogs.filter((one) => !isNamed(one)).map((one) => one.outerHTML.slice(0, 200)));
    }
  }).observe(document, { childList: true, subtree: true });
};

test.each(
  Object.entries(DIALOGS).flatMap(([name, how]) =>
    (['en', 'ja'] as const).map((language) => ({ name, how, language })),
  ),
)('$name has a name at once, and no two of its controls share one ($language)', async ({ how, language }) => {
  const { page, context } = await suite.visit({ as: how.as, language });
  await page.addInitScript(NOTE_NAMELESS);
  await how.begin(page);
  expect(await sharedNames(page)).toEqual([]);
  expect(await page.evaluate(() => (window as unknown as { nameless: string[] }).nameless)).toEqual([]);
  const dialog = page.getByRole('dialog').last();
  // what is typed at once must not press the button that closes the dialog
  const asked = dialog.locator('form :is(input, textarea, select)');
  if ((await asked.count()) > 0) await dialog.locator(':is(input, textarea, select):focus').waitFor();
  await context.close();
});

/** How many entries the history of the page has before this one. */
const entries = (page: Page): Promise<unknown> => page.evaluate<unknown>('history.state?.idx');

test('on a phone Back closes what covers the page and changes nothing else; closing leaves nothing in the history', async () => {
  const { page, context } = await suite.visit({ as: 'mona', width: 360, height: 640 });
  const covered = page.getByRole('dialog');
  const back = async (address: string): Promise<void> => {
    await page.goBack();
    await covered.waitFor({ state: 'detached' });
    await expect.poll(() => new URL(page.url()).search).toBe(address);
  };
  await open(page, '/tickets');
  await page.locator('[data-nf-add-filter]').click();
  await page.locator('[data-nf-filter="priority"]').click();
  await page.locator('[data-nf-filter-form] [type="checkbox"]').first().check();
  await page.locator('[data-nf-chip]').waitFor();
  const filtered = new URL(page.url()).search;
  await back(filtered); // the filter stays
  await page.locator('header button[aria-expanded]').first().click();
  await covered.waitFor();
  await back(filtered);
  await page.evaluate(() => window.scrollTo(0, 600));
  const link = page.locator('[data-nf-open]').nth(5);
  await link.focus();
  const top = await page.evaluate(() => window.scrollY);
  const before = await entries(page);
  await page.keyboard.press('Space');
  await page.locator('[data-nf-peeked]').waitFor();
  expect(await page.evaluate(() => window.scrollY)).toBe(top);
  await page.keyboard.press('Escape');
  await covered.waitFor({ state: 'detached' });
  await expect.poll(() => entries(page)).toBe(before);
  await link.focus();
  await page.keyboard.press('Space');
  await covered.waitFor();
  await back(filtered);
  await back(''); // what is left in the history is the list before its filter
  await context.close();
});
