import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { open, settled, touchTable } from './harness/browser.ts';
import type { ListBody } from './harness/client.ts';
import { withProductAndBrowser } from './harness/suite.ts';
import { approvedLoan, createTicket } from './harness/tickets.ts';

const suite = withProductAndBrowser();
const palette = (page: Page) => page.locator('[data-nf-palette]');
const ready = (page: Page): Promise<void> => page.locator('[data-nf-palette] input:focus').waitFor();
const focused = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.activeElement?.closest('[data-nf-record]')?.getAttribute('data-nf-record') ?? null);

test('A7 Ctrl K opens the palette from anywhere, also from a text field; Esc gives the focus back', async () => {
  const { page, context } = await suite.visit({ as: 'alan' });
  await open(page, '/ask');
  const subject = page.locator('[data-nf-field="subject"] input');
  await subject.fill('A lamp');
  await page.keyboard.press('Control+k');
  await palette(page).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await palette(page).waitFor({ state: 'detached' });
  await expect.poll(() => subject.evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await subject.inputValue()).toBe('A lamp');
  await context.close();
});

test('what is typed right behind Ctrl K waits for the palette, be it the first touch of the page', async () => {
  const { page, context } = await suite.visit({ as: 'alan' });
  await open(page, '/desk');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('articles');
  await expect.poll(() => palette(page).locator('input').inputValue()).toBe('articles');
  await context.close();
});

test('the palette goes to screens, finds records, and remembers what was chosen last', async () => {
  const { page, context } = await suite.visit({ as: 'alan' });
  const ticket = await createTicket(await suite.client('alan'));
  await open(page, '/_/home');
  await page.keyboard.press('Control+k');
  await ready(page);
  await page.keyboard.type('team desk');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/desk/);
  await settled(page);
  await page.keyboard.press('Control+k');
  await expect.poll(() => page.locator('[data-nf-command]').first().getAttribute('data-nf-command')).toBe('go.desk');
  await ready(page);
  await palette(page).locator('input').fill(String(ticket['subject']));
  await page.locator(`[data-nf-command="record.${ticket.id}"]`).waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator('h1').innerText()).toContain(String(ticket['subject']));
  await context.close();
});

test('the palette offers the transitions of a record first; a blocked one says why and does nothing', async () => {
  const { page, context } = await suite.visit({ as: 'alan' });
  const loan = await approvedLoan(await suite.client('alan'), await suite.client('rita'));
  await open(page, `/loans/${loan.id}`);
  await page.locator('main [data-nf-transition="hand_out"][aria-disabled="true"]').waitFor();
  await page.keyboard.press('Control+k');
  const first = page.locator('[data-nf-command]').first();
  await expect.poll(() => first.getAttribute('data-nf-command')).toMatch(/^transition\.loan\./);
  const handOut = page.locator('[data-nf-command="transition.loan.hand_out"]');
  expect(await handOut.getAttribute('aria-disabled')).toBe('true');
  expect((await handOut.innerText()).length).toBeGreaterThan(20);
  await handOut.dispatchEvent('click');
  expect(await palette(page).count()).toBe(1);
  await context.close();
});

test.each([{ isComposing: true }, { keyCode: 229 }])(
  'A41 the Enter that confirms a conversion (%j) chooses nothing',
  async (init) => {
    const { page, context } = await suite.visit({ as: 'alan', language: 'ja' });
    await open(page, '/_/home');
    await page.keyboard.press('Control+k');
    await palette(page)
      .locator('input')
      .evaluate((input, more) => {
        input.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true, ...more }),
        );
      }, init);
    expect(await palette(page).count()).toBe(1);
    expect(new URL(page.url()).pathname).toBe('/_/home');
    await context.close();
  },
);

test('A19 keys walk through a list, open, search and create; switched off or in a field they do nothing', async () => {
  const { page, context } = await suite.visit({ as: 'alan' });
  await open(page, '/desk');
  const rows = page.locator('main tbody tr[data-nf-record]');
  const ids = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-nf-record')));
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect.poll(() => focused(page)).toBe(ids[1]);
  await page.keyboard.press('k');
  await expect.poll(() => focused(page)).toBe(ids[0]);
  await page.keyboard.press('x');
  await page.locator(`[data-nf-select="${ids[0]}"]:checked`).waitFor();
  await page.keyboard.press('x');
  expect(await page.locator('[data-nf-select]:checked').count()).toBe(0);
  const chosen = () =>
    page
      .locator('[data-nf-select]:checked')
      .evaluateAll((all) => all.map((box) => box.closest('tr')?.getAttribute('data-nf-record')));
  await touchTable(page);
  await page.keyboard.press('Shift+ArrowDown');
  await expect.poll(chosen).toEqual(ids.slice(0, 2));
  await page.keyboard.press('Shift+ArrowDown');
  await expect.poll(chosen).toEqual(ids.slice(0, 3));
  await page.keyboard.press('Shift+ArrowUp');
  await expect.poll(chosen).toEqual(ids.slice(0, 2));
  expect(await focused(page)).toBe(ids[1]);
  await page.keyboard.press('Escape');
  await expect.poll(chosen).toEqual([]);
  await page.keyboard.press('m');
  await page.locator(`[data-nf-peeked="${ids[1] ?? ''}"] [data-nf-transition]:focus`).waitFor();
  await page.keyboard.press('Escape');
  await page.locator(`[data-nf-open="${ids[1] ?? ''}"]:focus`).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('jjc');
  expect(await page.locator('main [data-nf-search]').inputValue()).toBe('jjc');
  await page.keyboard.press('Escape');
  await page.locator('h1').focus();
  await page.keyboard.press('?');
  await page.locator('[data-nf-keys-switch]').waitFor();
  for (const of of ['record', 'form']) await page.locator(`[data-nf-keys-of="${of}"] kbd`).first().waitFor();
  expect(await page.locator('[data-nf-keys-of="list"] kbd', { hasText: /^J$/ }).count()).toBe(0); // it stands above
  const said = await page.getByRole('dialog').locator('section:first-of-type dt').allInnerTexts();
  expect(said).toEqual([...new Set(said)]);
  expect(await axeViolations(page)).toEqual([]);
  await page.locator('[data-nf-keys-switch]').click();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.locator('h1').focus();
  for (const key of ['j', 'Shift+ArrowDown', 'm', 'c']) await page.keyboard.press(key);
  expect(await chosen()).toEqual([]);
  expect([await focused(page), new URL(page.url()).pathname]).toEqual([null, '/desk']);
  await context.close();
});

test('G and a letter goes to a screen; a record has keys for editing and history', async () => {
  const { page, context } = await suite.visit({ as: 'rita' });
  const ticket = await createTicket(await suite.client('rita'));
  await open(page, `/tickets/${ticket.id}`);
  await page.locator('[data-nf-edit]').waitFor();
  await page.locator('#nf-history').waitFor();
  await page.keyboard.press('h');
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('nf-history');
  await page.keyboard.press('e');
  const save = page.locator('main [data-nf-save]:not([data-nf-comment-form] *)');
  await save.waitFor();
  await page.keyboard.press('Escape');
  await save.waitFor({ state: 'detached' });
  await page.keyboard.press('g');
  await page.keyboard.press('w');
  await page.waitForURL(/_\/home/);
  await context.close();
});

test('everything can be searched on one page, by entity', async () => {
  const { page, context } = await suite.visit({ as: 'mona', language: 'ja' });
  const assets = await (await suite.client('mona')).get<ListBody>('/api/asset?size=1');
  await open(page, `/_/search?q=${encodeURIComponent(String(assets.body.items[0]?.['name']))}`);
  await page.locator('main section[data-nf-entity="asset"] a').first().waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await open(page, '/_/search?q=qqqqqqqq');
  await expect.poll(() => page.locator('[data-nf-empty="no-match"]').count()).toBe(1);
  await context.close();
});
