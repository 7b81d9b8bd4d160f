import { open } from '../browser.ts';
import { control, fill } from '../form.ts';
import { word, type Write } from './write.ts';

/** What people do to make a record. */
export const newWrites: Readonly<Record<string, Write>> = {
  'a new record': {
    makes: 'create',
    as: 'rita',
    begin: async (page) => {
      await open(page, '/ask');
      await control(page, 'category').click();
      await page.getByRole('option').first().click();
      await fill(page, 'subject', word());
    },
    call: /\/api\/ticket$/,
    method: 'POST',
    press: (page) => control(page, 'subject').press('Control+s'),
    typed: (page) => control(page, 'subject').inputValue(),
  },
  'a new record above a form': {
    makes: 'create',
    as: 'mona',
    begin: async (page) => {
      await open(page, '/desk/new');
      await control(page, 'asset').fill(word());
      await page.locator('[data-nf-picker-create]').click();
      const sheet = page.locator('[data-nf-create-sheet="asset"]');
      await sheet.locator('[data-nf-field="tag"] input').fill(word().replace(' ', '-').toUpperCase());
      await sheet.locator('[data-nf-field="kind"] input').first().click();
      await page.getByRole('option').first().click();
    },
    call: /\/api\/asset$/,
    method: 'POST',
    press: (page) => page.locator('[data-nf-create-sheet] [data-nf-field="tag"] input').press('Control+s'),
    typed: (page) => page.locator('[data-nf-create-sheet] [data-nf-field="tag"] input').inputValue(),
  },
};
