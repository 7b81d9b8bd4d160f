import type { Page } from 'playwright-core';
import { open } from '../browser.ts';
import type { Suite } from '../suite.ts';
import { dialogSave, word, type Write } from './write.ts';

const NAME = '[data-nf-view-dialog] input[type="text"], [data-nf-view-dialog] input:not([type])';
const name = (page: Page): Promise<string> => page.locator(NAME).first().inputValue();

/** Opens a view of its reader's own. */
async function openView(page: Page, suite: Suite, more = ''): Promise<void> {
  const mona = await suite.client('mona');
  const look = { columns: null, pinned: 1, height: 40, totals: false };
  const view = { screen: 'desk', name: word(), query: 'f.priority=in%3Aurgent', look, shared: false };
  const { body } = await mona.send<{ id: string }>('POST', '/_/views', view);
  await open(page, `/desk?view=${body.id}${more}`);
}

/** Opens a view, and the box in which it is named anew. */
async function beginWithView(page: Page, suite: Suite): Promise<void> {
  await openView(page, suite);
  await page.locator('[data-nf-view]').click();
  await page.locator('[data-nf-view-edit]').click();
  await page.locator(NAME).first().fill(word());
}

/** What people do with views of lists. */
export const viewWrites = (suite: Suite): Readonly<Record<string, Write>> => ({
  'a new view': {
    makes: 'addView',
    as: 'mona',
    begin: async (page) => {
      await open(page, '/desk?f.priority=in:urgent');
      await page.locator('[data-nf-view-save-as]').click();
      await page.locator(NAME).first().fill(word());
    },
    call: /\/_\/views$/,
    method: 'POST',
    press: dialogSave,
    typed: name,
    opens: (page) => page.waitForURL(/view=/),
  },
  'a view that is named anew': {
    makes: 'changeView',
    as: 'mona',
    begin: (page) => beginWithView(page, suite),
    call: /\/_\/views\/[^/]+$/,
    method: 'PATCH',
    press: dialogSave,
    typed: name,
  },
  'a view that keeps its changes': {
    makes: 'changeView',
    as: 'mona',
    begin: async (page) => {
      await openView(page, suite, '&sort=-due');
      await page.locator('[data-nf-view-save]').waitFor(); // its code comes after the list
    },
    call: /\/_\/views\/[^/]+$/,
    method: 'PATCH',
    press: (page) => page.locator('[data-nf-view-save]').click(),
    typed: (page) => Promise.resolve(new URL(page.url()).search),
    opens: (page) => page.waitForURL((url) => !url.searchParams.has('sort')),
  },
  'a view that is deleted': {
    makes: 'removeView',
    as: 'mona',
    begin: async (page) => {
      await beginWithView(page, suite);
      await page.locator('[data-nf-view-ask-delete]').click();
    },
    call: /\/_\/views\/[^/]+$/,
    method: 'DELETE',
    press: (page) => page.locator('[data-nf-view-delete]').click(),
    typed: name,
    empty: true,
    opens: (page) => page.waitForURL((url) => !url.searchParams.has('view')),
  },
});
