// What a person has to do: where they begin, what waits for them, and what was asked of them.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { open, resize, settled } from './harness/browser.ts';
import type { ListBody, RecordBody } from './harness/client.ts';
import { withProductAndBrowser } from './harness/suite.ts';
import { categoryOf, createTicket } from './harness/tickets.ts';
import { word } from './harness/writes/write.ts';

const suite = withProductAndBrowser();

/** A ticket of Rita, taken by Mona, who has asked her something. */
async function askedTicket(question: string): Promise<{ readonly id: string; readonly subject: string }> {
  const [rita, mona] = [await suite.client('rita'), await suite.client('mona')];
  const subject = word();
  const category = (await categoryOf(mona)).id;
  const { id } = await createTicket(rita, { subject, category });
  expect((await mona.send('POST', `/api/ticket/${id}/take`, {})).status).toBe(200);
  expect((await mona.send('POST', `/api/ticket/${id}/wait`, { input: { reason: question } })).status).toBe(200);
  return { id, subject };
}

const primary = (page: Page) => page.locator('main [data-nf-primary]');

test.each([
  { language: 'en', width: 1280, theme: 'light', asked: 'Question sent', by: 'Mona Meyer' },
  { language: 'ja', width: 360, theme: 'dark', asked: '依頼者に質問しました', by: 'Mona Meyer' },
] as const)(
  'who is asked has the answer as primary button, and its dialog repeats the question ($language, $width px)',
  async ({ asked, by, ...how }) => {
    const question = `Which room, ${word()}?`;
    const { id } = await askedTicket(question);
    const rita = await suite.visit({ as: 'rita', ...how });
    await open(rita.page, `/tickets/${id}`);
    await expect.poll(() => primary(rita.page).getAttribute('data-nf-transition')).toBe('resume');
    await primary(rita.page).click();
    const before = rita.page.getByRole('dialog').locator('[data-nf-before="wait"]');
    expect(await before.innerText()).toContain(question);
    expect(await before.locator('p').first().innerText()).toContain(`${asked} · ${by}`);
    await rita.page.getByRole('dialog').locator('[data-nf-save]').click();
    await rita.page.getByRole('dialog').locator('[data-nf-summary] [data-nf-error="required"]').waitFor();
    await rita.context.close();
    const mona = await suite.visit({ as: 'mona', ...how });
    await open(mona.page, `/tickets/${id}`);
    await expect.poll(() => primary(mona.page).getAttribute('data-nf-transition')).toBe('resolve');
    await primary(mona.page).click();
    expect(await mona.page.getByRole('dialog').locator('[data-nf-before]').innerText()).toContain(question);
    await mona.context.close();
  },
);

test('a dialog repeats nothing where the step into the state said nothing', async () => {
  const mona = await suite.client('mona');
  const { id } = await createTicket(mona);
  await mona.send('POST', `/api/ticket/${id}/take`, {});
  const { page, context } = await suite.visit({ as: 'mona' });
  await open(page, `/tickets/${id}`);
  await page.locator('main [data-nf-transition="wait"]').click();
  await page.getByRole('dialog').locator('textarea').waitFor();
  expect(await page.locator('[data-nf-before]').count()).toBe(0);
  await context.close();
});

test('the start page stands first with the house, what waits is beside it, and each has keys', async () => {
  const { page, context } = await suite.visit({ as: 'mona' });
  await open(page, '/nothing-here');
  const entries = page.locator('nav [data-nf-nav]');
  expect(await entries.evaluateAll((all) => all.slice(0, 2).map((one) => one.getAttribute('data-nf-nav')))).toEqual([
    'home',
    '_home',
  ]);
  expect(await page.locator('nav .lucide-house').count()).toBe(1);
  expect(await page.locator('[data-nf-nav="home"] .lucide-house').count()).toBe(1);
  await page.locator('main').getByRole('link', { name: 'Go to the start page' }).click();
  await page.locator('[data-nf-screen="home"] [data-nf-block]').first().waitFor();
  for (const [keys, path] of [
    ['gw', '/_/home'],
    ['gh', '/'],
  ] as const) {
    await page.locator('h1').first().focus();
    await page.keyboard.type(keys);
    await expect.poll(() => new URL(page.url()).pathname).toBe(path);
    await settled(page);
  }
  await context.close();
});

test('what waits stands by when it is due, each with its step: one without a dialog is taken there, and the focus goes on', async () => {
  const mona = await suite.client('mona');
  const alan = await suite.client('alan');
  await createTicket(await suite.client('rita'), { subject: word() });
  const { page, context } = await suite.visit({ as: 'alan' });
  await open(page, '/_/home');
  const shown = (entity: string) =>
    page
      .locator(`[data-nf-waiting="${entity}"] tr[data-nf-record]`)
      .evaluateAll((all) => all.map((row) => row.getAttribute('data-nf-record')));
  for (const [entity, due] of [
    ['ticket', 'due'],
    ['loan', 'until'],
  ] as const) {
    const { items } = (await alan.get<ListBody>(`/api/${entity}?waiting=me&sort=${due}&size=8`)).body;
    expect(items.length).toBeGreaterThan(1);
    await expect.poll(() => shown(entity)).toEqual(items.map(({ id }) => id));
  }
  expect(await axeViolations(page)).toEqual([]);
  const row = page.locator('[data-nf-waiting="ticket"] tr[data-nf-record]:has(button[data-nf-step="take"])').first();
  const id = await row.getAttribute('data-nf-record');
  await row.locator('[data-nf-step="take"]').press('Enter');
  await page.locator('[data-nf-toast]').first().waitFor();
  const taken = (await mona.get<RecordBody>(`/api/ticket/${id ?? ''}`)).body;
  expect([taken['state'], (taken['assignee'] as RecordBody | null)?.title]).toEqual(['open', 'Alan Archer']);
  await expect.poll(() => page.evaluate(() => document.activeElement?.matches('main :is(a, h1)'))).toBe(true);
  // one with a dialog asks on the page of its record
  await page.locator('[data-nf-waiting="stocktake"] a[data-nf-step="confirm"]').first().click();
  await page.locator('[data-nf-transition-dialog="confirm"]').waitFor();
  await context.close();
});

test('what failed of a step stays beside the rows while they cannot be asked for anew', async () => {
  const { page, context } = await suite.visit({ as: 'alan', language: 'en' });
  await page.route('**/api/ticket/*/take', (route) => route.fulfill({ status: 503, json: { code: 'busy' } }));
  await open(page, '/_/home');
  const waiting = page.locator('[data-nf-waiting="ticket"]');
  await waiting.locator('button[data-nf-step="take"]').first().click();
  await waiting.locator('[data-nf-action-failure]').waitFor();
  const rows = await waiting.locator('tr[data-nf-record]').count();
  await page.route('**/api/ticket?*', (route) => route.fulfill({ status: 503, json: { code: 'busy' } }));
  await createTicket(await suite.client('rita')); // another one waits: the rows are asked for anew
  await expect.poll(() => waiting.getByRole('alert').count()).toBe(2);
  expect(await waiting.locator('[data-nf-action-failure]').count()).toBe(1);
  expect(await waiting.locator('tr[data-nf-record]').count()).toBe(rows);
  await context.close();
});

test('the palette offers what was opened last, and says state and person of what it finds', async () => {
  const { id, subject } = await askedTicket('Which room?');
  const { page, context } = await suite.visit({ as: 'mona' });
  await open(page, `/tickets/${id}`);
  await open(page, '/_/home');
  await page.keyboard.press('Control+k');
  const offered = page.locator(`[data-nf-command="record.${id}"]`);
  await offered.waitFor();
  const at = await page
    .locator('[data-nf-command]')
    .evaluateAll(
      (all, wanted) => all.findIndex((one) => one.getAttribute('data-nf-command') === wanted),
      `record.${id}`,
    );
  expect(at).toBeLessThan(6);
  await page.locator('[data-nf-palette] input').fill(subject);
  await expect.poll(() => offered.innerText()).toContain('Waiting for an answer · Rita Romero');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator('h1').innerText()).toContain(subject);
  await context.close();
});

test('"Next steps" covers no navigation and stays in the window, at any width', async () => {
  const { id } = await askedTicket('Which room?');
  const { page, context } = await suite.visit({ as: 'mona' });
  await open(page, `/tickets/${id}`);
  for (const width of [1920, 1280, 1000, 961, 720, 360, 320]) {
    await resize(page, width, 800);
    await page.locator('[data-nf-next-steps]').click();
    const box = page.locator('[data-nf-next]').first();
    await box.waitFor();
    const placed = () =>
      box.evaluate((element) => {
        const { left, right } = element.closest('[role="dialog"]')?.getBoundingClientRect() ?? { left: -1, right: 0 };
        const edge = document.querySelector('nav [data-nf-nav]')?.closest('nav')?.getBoundingClientRect().right ?? 0;
        return { width: innerWidth, isBeside: left >= edge, isInside: right <= innerWidth };
      });
    await expect.poll(placed).toEqual({ width, isBeside: true, isInside: true }); // it is placed once it is drawn
    await page.keyboard.press('Escape');
    await box.waitFor({ state: 'detached' });
  }
  await context.close();
});
