import type { Page } from 'playwright-core';
import { open } from '../browser.ts';
import type { Suite } from '../suite.ts';
import { wantIndex, WANTED_INDEX } from '../wanted-index.ts';
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
    'an index that is made': { makes: 'makeIndex', ...shared, method: 'POST', press: press('make') },
  };
};
