import type { Locator, Page } from 'playwright-core';

/** The whole of one field: label, hint, error and control. */
export function field(page: Page, id: string): Locator {
  return page.locator(`[data-nf-field="${id}"]`).first();
}

/** What takes the focus in a field. */
export function control(page: Page, id: string): Locator {
  return field(page, id).locator('input:not([type="hidden"]), textarea, select').first();
}

export async function fill(page: Page, id: string, text: string): Promise<void> {
  await control(page, id).fill(text);
}

/** Types into a picker of records and takes the first offer that has the text. */
export async function pick(page: Page, id: string, text: string): Promise<void> {
  await control(page, id).click();
  await control(page, id).fill(text);
  await page.getByRole('option', { name: text }).first().click();
}

/** The button that sends the form of the page; it stands there in every language. */
export function submitButton(page: Page): Locator {
  return page.locator('main [data-nf-save]').first();
}

/** Ids of the errors that a field shows. */
export function errorsOf(page: Page, id: string): Promise<readonly string[]> {
  return field(page, id)
    .locator('[data-nf-error]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-nf-error') ?? ''));
}
