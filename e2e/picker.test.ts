import type { Page } from 'playwright-core';
import type { OffersAnswer } from '@ninefold/model';
import { expect, test } from 'vitest';
import { open } from './harness/browser.ts';
import type { ListBody } from './harness/client.ts';
import { control, errorsOf, field, fill, pick, submitButton } from './harness/form.ts';
import { withProductAndBrowser } from './harness/suite.ts';

const suite = withProductAndBrowser();
const options = (page: Page) => page.getByRole('listbox').last().getByRole('option');

test('A40 a picker opens on ↓ and on typing, is at most 300 px high, takes arrows and Enter, and Esc closes it alone', async () => {
  const { page, context } = await suite.visit({ as: 'alan' });
  await open(page, '/desk/new');
  const requester = control(page, 'requester');
  await requester.focus();
  expect(await requester.getAttribute('aria-expanded')).toBe('false');
  await page.keyboard.press('ArrowDown');
  await options(page).nth(3).waitFor();
  expect((await page.getByRole('listbox').last().boundingBox())?.height).toBeLessThanOrEqual(300);
  await page.keyboard.press('Escape');
  await expect.poll(() => requester.getAttribute('aria-expanded')).toBe('false');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await requester.fill('Rit');
  await options(page).filter({ hasText: 'Rita Romero' }).waitFor();
  expect(await options(page).first().locator('[data-nf-picker-second]').innerText()).toContain('rita@');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => requester.inputValue()).toBe('Rita Romero');

  // a choice has no search: what is typed marks what begins with it, and Enter takes that
  const priority = control(page, 'priority');
  await priority.focus();
  await page.keyboard.type('ur');
  await page.locator('[role="option"][data-combobox-selected]', { hasText: 'Urgent' }).waitFor();
  expect(await priority.inputValue()).not.toBe('Urgent');
  await page.keyboard.press('Enter');
  await expect.poll(() => priority.inputValue()).toBe('Urgent');
  await page.keyboard.type('l');
  await page.keyboard.press('Escape');
  expect(await priority.inputValue()).toBe('Urgent');
  await context.close();
});

test('A40 what was chosen last is offered first, and only as long as the server gives it', async () => {
  const { page, context } = await suite.visit({ as: 'alan' });
  await open(page, '/desk/new');
  await pick(page, 'requester', 'Samir Haddad');
  await fill(page, 'requester', '');
  await page.keyboard.press('Tab');
  await pick(page, 'requester', 'Claire Fontaine');
  const key = await page.evaluate(() => Object.keys(localStorage).find((each) => each.includes('picked:')) ?? '');
  await page.evaluate((name) => {
    const ids = JSON.parse(localStorage.getItem(name) ?? '[]') as readonly string[];
    localStorage.setItem(name, JSON.stringify(['0197f3c0-0000-7000-8000-000000000000', ...ids]));
  }, key);
  await control(page, 'requester').click();
  const group = page.getByRole('group', { name: 'Recently chosen' });
  await expect
    .poll(async () => (await group.getByRole('option').allInnerTexts()).map((text) => text.split('\n')[0]))
    .toEqual(['Claire Fontaine', 'Samir Haddad']);
  await context.close();
});

test('A40 a record that is missing is created in a sheet and returns chosen; the form under it is untouched', async () => {
  const { page, context } = await suite.visit({ as: 'mona' });
  const name = `Lamp ${Math.random().toString(36).slice(2, 8)}`;
  await open(page, '/desk/new');
  await fill(page, 'subject', 'Stays as it is');
  await control(page, 'asset').fill(name);
  await page.locator('[data-nf-picker-create]').click();
  const sheet = page.locator('[data-nf-create-sheet="asset"]');
  const own = (id: string) => sheet.locator(`[data-nf-field="${id}"] input`).first();
  await expect.poll(() => own('name').inputValue()).toBe(name);
  await sheet.locator('[data-nf-save]').click();
  await sheet.locator('[data-nf-summary]').waitFor();
  expect(await page.locator('main [data-nf-summary]').count()).toBe(0);
  await own('tag').fill(name.replace(' ', '-').toUpperCase());
  const kind = sheet.locator('[data-nf-field="kind"] input').first();
  await kind.click();
  await page.getByRole('option').first().click();
  await own('tag').press('Control+s');
  await expect.poll(() => sheet.count()).toBe(0);
  await expect.poll(() => control(page, 'asset').inputValue()).toContain(name);
  expect(await control(page, 'subject').inputValue()).toBe('Stays as it is');
  const found = await (await suite.client('mona')).get<ListBody>(`/api/asset?search=${encodeURIComponent(name)}`);
  expect(found.body.items).toHaveLength(1);
  expect(new URL(page.url()).pathname).toBe('/desk/new');

  // a new one of that name is begun and given up: the one that there is was not chosen by that
  await control(page, 'asset').fill(name);
  await page.getByRole('option', { name: `${name} (` }).waitFor();
  await page.locator('[data-nf-picker-create]').click();
  await expect.poll(() => own('name').inputValue()).toBe(name);
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => sheet.count()).toBe(0);
  expect(await control(page, 'asset').inputValue()).toBe(name);
  await context.close();
});

test('A40 nothing is created without permission; more, failure and the way out are said', async () => {
  const { page, context } = await suite.visit({ as: 'rita' });
  await open(page, '/ask');
  await control(page, 'asset').fill('Surely nothing is called that');
  await page.locator('[data-nf-picker-empty]').getByText('Nothing found').waitFor();
  expect(await page.locator('[data-nf-picker-create]').count()).toBe(0);
  await control(page, 'asset').fill('');
  await page.locator('[data-nf-picker-more]').waitFor();
  await page.route('**/api/_offers/asset?*', (route) => route.fulfill({ status: 500, body: '' }));
  const { body } = await (await suite.client('rita')).get<ListBody>('/api/asset?size=1&where=blank(record.retired_on)');
  const name = String(body.items[0]?.['name']);
  await control(page, 'asset').fill(name);
  await page.getByRole('listbox').locator('[data-nf-error]').waitFor();
  await page.unroute('**/api/_offers/asset?*');
  await page.getByRole('option', { name: 'Try again' }).click();
  await options(page).filter({ hasText: name }).first().waitFor();
  await context.close();
});

test('A40 Enter takes the first match and sends nothing; what is typed and not chosen is an error and stays', async () => {
  const { page, context } = await suite.visit({ as: 'rita' });
  const rita = await suite.client('rita');
  let sent = 0;
  await page.route('**/api/ticket', (route) => {
    sent += 1;
    return route.abort();
  });
  await open(page, '/ask');
  const found = await rita.get<ListBody>('/api/asset?size=50&where=blank(record.retired_on)');
  const names = found.body.items.map((each) => String(each.title));
  const begin = [...new Set(names.map((name) => name.slice(0, 3)))].find(
    (text) => names.filter((name) => name.toLowerCase().startsWith(text.toLowerCase())).length > 1,
  );
  const asset = control(page, 'asset');
  await asset.pressSequentially(String(begin));
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await asset.inputValue()).length).toBeGreaterThan(3);
  const taken = await asset.inputValue();
  await asset.fill(String(begin));
  await page.keyboard.press('Tab');
  await expect.poll(() => errorsOf(page, 'asset')).toEqual(['not_offered']);
  const said = `“${String(begin)}” was typed, but nothing is chosen. Choose from the list.`;
  expect(await field(page, 'asset').locator('[data-nf-error]').innerText()).toContain(said);
  expect(await asset.inputValue()).toBe(begin);
  await submitButton(page).click();
  await page.locator('[data-nf-summary] [data-nf-error="not_offered"]').waitFor();
  expect(await asset.inputValue()).toBe(begin);
  await asset.fill(String(begin).toLowerCase());
  await page.keyboard.press('Enter');
  await expect.poll(() => asset.inputValue()).toBe(taken);
  await expect.poll(() => errorsOf(page, 'asset')).toEqual([]);
  await asset.fill('Surely nothing is called that');
  await page.keyboard.press('Enter');
  await page.locator('[data-nf-picker-empty]').getByText('Nothing found').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+s');
  await expect.poll(() => errorsOf(page, 'asset')).toEqual(['not_offered']);
  const tag = /\(([^)]+)\)/.exec(taken)?.[1] ?? taken; // nothing else is called so
  await asset.fill(tag);
  await page.keyboard.press('Escape'); // who closes the list wants nothing of it
  await page.keyboard.press('Tab');
  await expect.poll(() => errorsOf(page, 'asset')).toEqual(['not_offered']);
  await asset.fill('');
  await page.keyboard.press('Tab');
  await asset.fill(tag);
  await page.keyboard.press('Tab');
  await expect.poll(() => asset.inputValue()).toBe(taken);
  await expect.poll(() => errorsOf(page, 'asset')).toEqual([]);
  expect(sent).toBe(0);
  await asset.fill('');
  await page.keyboard.press('Tab');
  await expect.poll(() => errorsOf(page, 'asset')).toEqual([]);
  await context.close();
});

test('a filter says what it cannot read and keeps it: a text that is no date, a name that nobody chose', async () => {
  const { page, context } = await suite.visit({ as: 'alan' });
  await open(page, '/desk');
  const address = page.url();
  const begin = async (id: string): Promise<void> => {
    await page.locator('[data-nf-add-filter]').click();
    await page.locator(`[data-nf-filter="${id}"]`).click();
  };
  const popover = page.getByRole('dialog');
  await begin('due');
  await popover.locator('input[type="text"], input:not([type])').first().fill('soonish');
  await page.keyboard.press('Enter');
  await popover.locator('[role="alert"][data-nf-error="bad_datetime"]').waitFor();
  const first = popover.locator('input:not([type="radio"])').first();
  expect(await first.inputValue()).toBe('soonish');
  await page.locator('h1').click(); // a press elsewhere loses nothing that is not read
  expect(await first.inputValue()).toBe('soonish');
  await first.fill('');
  await page.locator('h1').click();
  await popover.waitFor({ state: 'detached' });
  await begin('due');
  await first.fill('soonish');
  await page.keyboard.press('Escape');
  await begin('requester');
  await popover.getByRole('combobox').fill('Surely nothing is called that');
  await page.locator('[data-nf-picker-empty]').getByText('Nothing found').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await popover.locator('[role="alert"][data-nf-error="not_offered"]').waitFor();
  await popover.getByRole('combobox').fill('Nor is anybody called this');
  await page.locator('h1').click();
  await popover.locator('[role="alert"][data-nf-error="not_offered"]').waitFor();
  expect(await popover.getByRole('combobox').inputValue()).toBe('Nor is anybody called this');
  expect(page.url()).toBe(address);
  await context.close();
});

test('A41 the Enter and the arrows of a conversion choose nothing in a picker', async () => {
  const { page, context } = await suite.visit({ as: 'alan' });
  await open(page, '/desk/new');
  await control(page, 'requester').fill('R');
  await options(page).first().waitFor();
  for (const key of ['ArrowDown', 'Enter']) {
    await control(page, 'requester').evaluate((input, name) => {
      const event = new KeyboardEvent('keydown', { key: name, code: name, bubbles: true, cancelable: true });
      Object.defineProperty(event, 'keyCode', { value: 229 });
      input.dispatchEvent(event);
    }, key);
  }
  await expect.poll(() => options(page).first().getAttribute('data-combobox-selected')).toBe('true');
  expect(await control(page, 'requester').inputValue()).toBe('R');
  expect(await submitButton(page).isVisible()).toBe(true);
  await context.close();
});

test('what is typed beside chosen people stays when one of them is dropped, and who is found late brings none of them back', async () => {
  const { page, context } = await suite.visit({ as: 'alan' });
  await open(page, '/desk/new');
  await pick(page, 'watchers', 'Claire Fontaine');
  await pick(page, 'watchers', 'Samir Haddad');
  const watchers = field(page, 'watchers');
  const drop = (name: string) => watchers.getByRole('button', { name: `Remove ${name}` }).click();
  await control(page, 'watchers').fill('Nobody is called so');
  await drop('Claire Fontaine');
  expect(await control(page, 'watchers').inputValue()).toBe('Nobody is called so');
  await page.keyboard.press('Tab');
  await expect.poll(() => errorsOf(page, 'watchers')).toEqual(['not_offered']);
  const gate = Promise.withResolvers<undefined>();
  await page.route(/_offers.*search=Rita/, async (route) => {
    await gate.promise;
    await route.continue();
  });
  await control(page, 'watchers').fill('Rita');
  await drop('Samir Haddad'); // this leaves the box: who alone is called Rita is asked for
  gate.resolve(undefined);
  await watchers.locator('li', { hasText: 'Rita Romero' }).waitFor();
  expect((await watchers.locator('li').allInnerTexts()).map((text) => text.trim())).toEqual(['Rita Romero']);
  await context.close();
});

test('whoever may only refer to people finds them by name, and of what they are no more than that', async () => {
  const { page, context } = await suite.visit({ as: 'rita' });
  await open(page, '/_/deputies');
  const answered = page.waitForResponse((response) => response.url().includes('search=Alan'));
  await page.locator('#deputy-deputy').fill('Alan');
  const { items } = (await (await answered).json()) as OffersAnswer;
  expect(items.map((item) => Object.keys(item).toSorted())).toEqual(items.map(() => ['id', 'name', 'title']));
  await options(page).filter({ hasText: 'Alan' }).first().click();
  expect(await page.locator('#deputy-deputy').inputValue()).toContain('Alan');
  await page.locator('#deputy-deputy').fill('Nobody is called so');
  await page.keyboard.press('Tab'); // it is said as soon as the field is left
  await page.locator('#deputy-deputy-error[data-nf-error="not_offered"]').waitFor();
  await context.close();
});
