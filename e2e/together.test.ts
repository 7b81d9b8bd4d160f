import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { antiForgery, enter, open } from './harness/browser.ts';
import type { Client, ListBody, RecordBody } from './harness/client.ts';
import { control, fill, pick, submitButton } from './harness/form.ts';
import { withProductAndBrowser } from './harness/suite.ts';
import { categoryOf, createTicket } from './harness/tickets.ts';

const suite = withProductAndBrowser();

async function change(client: Client, ticket: RecordBody, values: Readonly<Record<string, unknown>>): Promise<void> {
  const { status } = await client.send('PATCH', `/api/ticket/${ticket.id}`, values);
  if (status !== 200) throw new Error(`the change answered ${status}`);
}

/** The page of a ticket that its requester is editing. */
async function editing(ticket: RecordBody) {
  const visitor = await suite.visit({ as: 'rita' });
  await open(visitor.page, `/tickets/${ticket.id}`);
  await visitor.page.locator('[data-nf-edit]').click();
  await control(visitor.page, 'subject').waitFor();
  return visitor;
}

const scrolled = (page: Page): Promise<number> => page.evaluate(() => window.scrollY);

test('A30 two users, different fields: both values are stored, and the notice names who changed what', async () => {
  const [rita, mona] = [await suite.client('rita'), await suite.client('mona')];
  const ticket = await createTicket(rita);
  const { page, context } = await editing(ticket);
  await fill(page, 'subject', 'By Rita');
  await change(mona, ticket, { priority: 'low' });
  await submitButton(page).click();
  const notice = page.locator('[data-nf-saved="merged"]');
  await notice.waitFor();
  expect(await notice.innerText()).toMatch(/Mona \S+ changed Priority; both kept\./);
  const stored = await rita.get<RecordBody>(`/api/ticket/${ticket.id}`);
  expect([stored.body['subject'], stored.body['priority']]).toEqual(['By Rita', 'low']);
  await context.close();
});

test('A31 two users, same field: a panel with original, theirs and mine, who it was, and the typed value is still there', async () => {
  const [rita, mona] = [await suite.client('rita'), await suite.client('mona')];
  const ticket = await createTicket(rita, { details: 'Once upon a time' });
  const { page, context } = await editing(ticket);
  await fill(page, 'subject', 'Mine');
  await page.locator('[data-nf-field="details"] textarea').fill('');
  await change(mona, ticket, { subject: 'Theirs', details: 'Long ago' });
  await submitButton(page).click();
  const panel = page.locator('[data-nf-error="changed_meanwhile"]');
  await panel.waitFor();
  expect(await panel.locator('h2').innerText()).toMatch(/^Mona /);
  const side = (name: string) => panel.locator(`[data-nf-conflict="subject"] [data-side="${name}"]`).innerText();
  expect([await side('original'), await side('theirs'), await side('mine')]).toEqual([
    ticket['subject'],
    'Theirs',
    'Mine',
  ]);
  expect(await panel.locator('[data-nf-conflict="details"] [data-side="mine"]').innerText()).toBe('empty');
  expect(await panel.locator('[data-nf-conflict="subject"] dl').innerText()).toMatch(/Mona \S+, \w+ \d+, 20\d\d/);
  await page.locator('[data-nf-history="update"]', { hasText: 'Mona' }).waitFor();
  expect(await control(page, 'subject').inputValue()).toBe('Mine');
  await panel.getByRole('button', { name: 'Save my choice' }).click();
  await expect.poll(() => page.locator('h1').textContent()).toContain('Mine');
  await context.close();
});

test('two users who add lines to one record keep the lines of both, and the history tells each line', async () => {
  const mona = await suite.client('mona');
  const { id: category } = await categoryOf(mona, true);
  const ticket = await createTicket(await suite.client('rita'), { category, cost: '150' });
  const { page, context } = await suite.visit({ as: 'alan' });
  await open(page, `/tickets/${ticket.id}`);
  await page.locator('[data-nf-edit]').click();
  const lines = page.locator('form [data-nf-field="lines"]');
  await lines.getByRole('button', { name: 'Add line' }).click();
  await lines.locator('input[id$="-item"]').fill('Desk');
  await lines.locator('input[id$="-price"]').fill('77');
  await change(mona, ticket, { lines: [{ item: 'Lamp', qty: 1, price: '5' }] });
  await submitButton(page).click();
  const panel = page.locator('[data-nf-error="changed_meanwhile"]');
  await panel.locator('[data-nf-conflict="lines"] input[value="both"]:checked').waitFor();
  await panel.getByRole('button', { name: 'Save my choice' }).click();
  const added = page.locator('[data-nf-line-change="added"]');
  await added.filter({ hasText: 'Desk' }).waitFor();
  await added.filter({ hasText: 'Lamp' }).waitFor();
  const stored = (await mona.get<RecordBody>(`/api/ticket/${ticket.id}`)).body['lines'];
  expect(stored).toMatchObject([
    { item: 'Lamp', qty: 1, price: '5.00' },
    { item: 'Desk', qty: 1, price: '77.00' },
  ]);
  await context.close();
});

test('A32 a change by somebody else shows a bar within 5 seconds; focus and scroll stay; the bar shows what changed; an open list shows it', async () => {
  const [rita, mona] = [await suite.client('rita'), await suite.client('mona')];
  const ticket = await createTicket(rita, { details: 'A long story. '.repeat(100) });
  const { page, context } = await suite.visit({ as: 'rita', height: 500 });
  await open(page, `/tickets/${ticket.id}`);
  await page.locator('[data-nf-edit]').focus();
  await page.evaluate(() => window.scrollTo(0, 120));
  const before = await scrolled(page);
  const list = await context.newPage();
  await open(list, `/my-requests?where=${encodeURIComponent(`record.number == "${String(ticket['number'])}"`)}`);
  const row = list.locator(`[data-nf-record="${ticket.id}"]`);
  await row.getByText(String(ticket['subject'])).waitFor();
  const typed = String(ticket['number']); // the list searches while it is typed, and still has the row
  await list.locator('[data-nf-search]').pressSequentially(typed);
  await page.bringToFront();
  await change(mona, ticket, { subject: 'Seen by nobody yet' });
  const bar = page.locator('[data-nf-updated]');
  await bar.waitFor({ timeout: 30_000 });
  expect(await bar.innerText()).toMatch(/Updated by Mona/);
  await row.getByText('Seen by nobody yet').waitFor({ timeout: 30_000 });
  expect(await list.locator('[data-nf-search]').inputValue()).toBe(typed);
  expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-nf-edit'))).toBe(true);
  expect(await scrolled(page)).toBe(before);
  expect(await page.locator('h1').textContent()).not.toContain('Seen by nobody yet');
  await page.locator('[data-nf-show-changes]').click();
  const difference = page.locator('[data-nf-changes-shown] [data-nf-difference="subject"]');
  await difference.waitFor();
  expect(await difference.innerText()).toContain(String(ticket['subject']));
  expect(await difference.innerText()).toContain('Seen by nobody yet');
  await expect.poll(() => page.locator('h1').textContent()).toContain('Seen by nobody yet');
  expect(await bar.count()).toBe(0);
  // what one changes oneself in another window is shown at once, and no bar says that
  await change(rita, ticket, { subject: 'From another window' });
  await expect.poll(() => page.locator('h1').textContent(), { timeout: 30_000 }).toContain('From another window');
  expect(await bar.count()).toBe(0);

  // in the window that the keys of a phone leave, nothing lies over what is typed; what was saved is said in sight
  await page.setViewportSize({ width: 360, height: 380 });
  await page.locator('[data-nf-edit]').click();
  await fill(page, 'subject', 'Typed on a phone');
  const isUncovered = await control(page, 'subject').evaluate((input) => {
    input.scrollIntoView({ block: 'end' });
    const { left, bottom } = input.getBoundingClientRect();
    return document.elementFromPoint(left + 9, bottom - 3) === input;
  });
  expect(isUncovered).toBe(true);
  await submitButton(page).click();
  const saved = page.locator('[data-nf-saved="saved"]');
  await expect.poll(() => saved.evaluate((notice) => notice.getBoundingClientRect().top >= 0)).toBe(true);
  await context.close();
});

test('a record that somebody deletes says so on its open page until it is restored; what is typed in it stays', async () => {
  const [rita, mona] = [await suite.client('rita'), await suite.client('mona')];
  const ticket = await createTicket(rita);
  const at = `/api/ticket/${ticket.id}`;
  const { page, context } = await suite.visit({ as: 'rita' });
  await open(page, `/tickets/${ticket.id}`);
  const gone = page.locator(`[data-nf-out-of-sight="${ticket.id}"]`);
  expect((await mona.send('DELETE', at)).status).toBe(204);
  await gone.waitFor({ timeout: 30_000 });
  expect(await page.locator('[data-nf-edit]').count()).toBe(0);
  expect((await mona.send('POST', `${at}/restore`, {})).status).toBe(200);
  await page.locator('[data-nf-edit]').click({ timeout: 30_000 });
  await fill(page, 'subject', 'Typed meanwhile');
  const heard = page.waitForResponse((answer) => answer.url().includes('/_/presence/') && answer.status() === 404);
  expect((await mona.send('DELETE', at)).status).toBe(204);
  await heard;
  await submitButton(page).click();
  await page.locator('[data-nf-error="out_of_sight"]').waitFor();
  expect(await control(page, 'subject').inputValue()).toBe('Typed meanwhile');
  await context.close();
});

test('who is editing is named to who reads the record, and no longer after Cancel', async () => {
  const ticket = await createTicket(await suite.client('rita'));
  const rita = await editing(ticket);
  const mona = await suite.visit({ as: 'mona' });
  await open(mona.page, `/tickets/${ticket.id}`);
  await mona.page.locator('[data-nf-presence="1"]').waitFor({ timeout: 30_000 });
  expect(await mona.page.locator('[data-nf-presence]').innerText()).toMatch(/Rita \S+ is editing/);
  expect(await rita.page.locator('[data-nf-presence]').getAttribute('data-nf-presence')).toBe('0');
  await rita.page.locator('[data-nf-cancel]').click();
  await mona.page.locator('[data-nf-presence="0"]').waitFor({ state: 'attached', timeout: 30_000 });
  await rita.context.close();
  await mona.context.close();
});

test.each([
  { width: 1280, height: 600 },
  { width: 360, height: 640 },
])('what others changed is told beside the buttons of the form, not over them ($width px)', async (size) => {
  const [rita, mona] = [await suite.client('rita'), await suite.client('mona')];
  const ticket = await createTicket(rita, { details: 'A long story. '.repeat(100) });
  const { page, context } = await suite.visit({ as: 'rita', ...size });
  await open(page, `/tickets/${ticket.id}`);
  await page.locator('[data-nf-edit]').click();
  await fill(page, 'subject', 'Mine');
  await change(mona, ticket, { priority: 'low' });
  const bar = page.locator('[data-nf-updated]');
  await bar.waitFor();
  // at the top, on the way, and where the buttons stand at the end of the form: what lies below it scrolls under the bar
  for (const to of [0, 300, null]) {
    await page.evaluate((top) => {
      if (top === null) document.querySelector('main [data-nf-save]')?.scrollIntoView({ block: 'center' });
      else window.scrollTo(0, top);
    }, to);
    const seen = (): Promise<unknown> =>
      bar.evaluate((element) => {
        const save = document.querySelector('main [data-nf-save]');
        if (save === null) return 'no button';
        const [told, button] = [element.getBoundingClientRect(), save.getBoundingClientRect()];
        const isInSight = told.top >= 0 && told.bottom <= innerHeight;
        const at = document.elementFromPoint(button.left + button.width / 2, button.top + button.height / 2);
        return { isInSight, isFree: save.contains(at), apart: told.bottom <= button.top || told.top >= button.bottom };
      });
    await expect.poll(seen).toEqual({ isInSight: true, isFree: true, apart: true });
  }
  await context.close();
});

test.each([
  ['', false],
  [', also where the page has seen the session end', true],
])('what is typed in one tab is not sent in the name of whom another tab has signed in%s', async (_, isEnded) => {
  const { page, context } = await suite.visit({ as: 'rita' });
  await open(page, '/ask');
  await pick(page, 'category', (await categoryOf(await suite.client('rita'), false)).title);
  const subject = `Mine ${Math.random().toString(36).slice(2, 10)}`;
  await fill(page, 'subject', subject);
  if (isEnded) {
    await context.request.delete('/_/session', { headers: await antiForgery(context) });
    await page.getByRole('dialog').getByRole('button', { name: 'Not now' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  }
  await enter(context, { url: suite.product().url, as: 'alan' });
  await submitButton(page).click();
  await page.locator('[data-nf-error="other_reader"]').waitFor();
  expect(await control(page, 'subject').inputValue()).toBe(subject);
  const found = await (await suite.client('mona')).get<ListBody>(`/api/ticket?search=${encodeURIComponent(subject)}`);
  expect(found.body.items).toEqual([]);
  await enter(context, { url: suite.product().url, as: 'rita' });
  await submitButton(page).click();
  await page.locator('[data-nf-screen="ticket"]').waitFor();
  await context.close();
});

test('the same field saved in another window of one’s own: the panel says so, and when', async () => {
  const rita = await suite.client('rita');
  const ticket = await createTicket(rita);
  const { page, context } = await editing(ticket);
  await fill(page, 'subject', 'From here');
  await change(rita, ticket, { subject: 'From there' });
  await submitButton(page).click();
  const panel = page.locator('[data-nf-error="changed_meanwhile"]');
  await panel.waitFor();
  expect(await panel.locator('h2').innerText()).toBe('You changed the same fields in another window');
  expect(await panel.locator('dl').innerText()).toMatch(/Value saved in the other window\s+\w+ \d+, 20\d\d/);
  await context.close();
});

test('a warning after a conflict is asked once, and the conflict not again', async () => {
  const [rita, mona] = [await suite.client('rita'), await suite.client('mona')];
  const ticket = await createTicket(rita);
  const { page, context } = await editing(ticket);
  await fill(page, 'subject', 'Urgent: the lamp');
  await change(mona, ticket, { subject: 'By Mona' });
  await submitButton(page).click();
  await page.getByRole('button', { name: 'Save my choice' }).click();
  const warnings = page.locator('[data-nf-error="ticket.subject_says_urgent"]');
  await warnings.waitFor();
  await page.locator('section', { has: warnings }).getByRole('button').last().click();
  await page.locator('[data-nf-saved]').waitFor();
  const stored = await rita.get<RecordBody>(`/api/ticket/${ticket.id}`);
  expect(stored.body['subject']).toBe('Urgent: the lamp');
  await context.close();
});
