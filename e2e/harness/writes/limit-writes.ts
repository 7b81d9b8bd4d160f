import { open } from '../browser.ts';
import { values } from './accounts.ts';
import type { Write } from './write.ts';

/** A limit that somebody sets for everybody. */
export const limitWrites: Readonly<Record<string, Write>> = {
  'a limit': {
    makes: 'setLimit',
    as: 'mona',
    begin: async (page) => {
      await open(page, '/_/limits/loan_days');
      await page.locator('#limit-0-value').fill('45');
    },
    call: /\/api\/_limits\/loan_days$/,
    method: 'PATCH',
    press: (page) => page.locator('main [data-nf-save]').click(),
    typed: values('#limit-0-value'),
  },
};
