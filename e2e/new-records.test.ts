import { expect, test } from 'vitest';
import { open } from './harness/browser.ts';
import type { ListBody, RecordBody } from './harness/client.ts';
import { control, errorsOf, field, fill, pick, submitButton } from './harness/form.ts';
import { withProductAndBrowser } from './harness/suite.ts';
import { categoryOf, createTicket } from './harness/tickets.ts';

const suite = withProductAndBrowser();
const unique = (): string => `Desk ${Math.random().toString(36).slice(2, 10)}`;

test('Save and create another: the record is made, the form is empty again and goes on, a second one is another', async () => {
  const { page, context } = await suite.visit({ as: 'rita' });
  const rita = await suite.client('rita');
  const category = await categoryOf(rita);
  const [first, second] = [unique(), unique()];
  await open(page, '/ask');
  for (const subject of [first, second]) {
    await pick(page, 'category', category.title);
    await fill(page, 'subject', subject);
    await page.locator('[data-nf-save-another]').click();
    await page.locator('[data-nf-created]').getByText(subject).waitFor();
    expect(await control(page, 'subject').inputValue()).toBe('');
    expect(await control(page, 'category').evaluate((input) => input === document.activeElement)).toBe(true);
    const { body } = await rita.get<ListBody>(`/api/ticket?search=${encodeURIComponent(subject)}`);
    expect(body.items).toHaveLength(1);
  }
  await page.locator('[data-nf-nav="my_requests"]').click();
  await page.locator('[data-nf-screen="my_requests"]').waitFor();
  await context.close();
});

test('Duplicate takes over values and lines, and leaves number and state to the new record', async () => {
  const { page, context } = await suite.visit({ as: 'mona' });
  const mona = await suite.client('mona');
  const category = (await categoryOf(mona, true)).id;
  const lines = [{ item: 'Cable', qty: 3, price: '4.00' }];
  const ticket = await createTicket(mona, { category, cost: '20.00', lines, details: 'As before' });
  await open(page, `/tickets/${ticket.id}`);
  expect(await page.locator('tfoot [data-nf-total="total"]').textContent()).toBe('12.00');
  await page.locator('[data-nf-more]').click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect.poll(() => control(page, 'subject').inputValue()).toBe(ticket['subject']);
  expect(await control(page, 'lines[0].item').inputValue()).toBe('Cable');
  await fill(page, 'lines[0].qty', '5');
  await expect.poll(() => page.locator('tfoot [data-nf-total="total"]').textContent()).toBe('20.00');
  await fill(page, 'lines[0].qty', '3');
  const subject = unique();
  await fill(page, 'subject', subject);
  await submitButton(page).click();
  await page.locator('h1').getByText(subject).waitFor();
  const found = (await mona.get<ListBody>(`/api/ticket?search=${encodeURIComponent(subject)}`)).body.items[0];
  const made = (await mona.get<RecordBody>(`/api/ticket/${found?.id}`)).body;
  expect(made['number']).not.toBe(ticket['number']);
  expect(made).toMatchObject({
    details: 'As before',
    cost: '20.00',
    lines: [{ item: 'Cable', qty: 3, price: '4.00' }],
  });
  expect((made['lines'] as { id: string }[])[0]?.id).not.toBe((ticket['lines'] as { id: string }[])[0]?.id);
  await context.close();
});

test('the address fills a form in, with names of chosen records', async () => {
  const { page, context } = await suite.visit({ as: 'rita' });
  const category = await categoryOf(await suite.client('rita'));
  await open(page, `/ask?val[subject]=From+a+link&val[category]=${category.id}`);
  expect(await control(page, 'subject').inputValue()).toBe('From a link');
  await expect.poll(() => control(page, 'category').inputValue()).toBe(category.title);
  await context.close();
});

test('A39 a hidden value is not sent and is there again when its field shows', async () => {
  const { page, context } = await suite.visit({ as: 'rita' });
  const rita = await suite.client('rita');
  const [plain, billable] = [await categoryOf(rita), await categoryOf(rita, true)];
  await open(page, '/ask');
  await pick(page, 'category', billable.title);
  await fill(page, 'cost', '120');
  await fill(page, 'subject', unique());
  await pick(page, 'category', plain.title);
  await expect.poll(() => field(page, 'cost').count()).toBe(0);
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/ticket'));
  await page.route('**/api/ticket', (route) => route.abort());
  await submitButton(page).click();
  expect(JSON.parse((await sent).postData() ?? '{}')).not.toHaveProperty('cost');
  await pick(page, 'category', billable.title);
  expect(await control(page, 'cost').inputValue()).toMatch(/^120/);
  await context.close();
});

test('the index beside a long form leads to its sections and counts what is wrong in them, until it is mended', async () => {
  const { page, context } = await suite.visit({ as: 'alan' });
  await open(page, '/desk/new');
  const link = (id: string) => page.locator(`[data-nf-section-link="${id}"]`);
  const count = (id: string) => link(id).locator('[data-nf-section-errors]');
  expect(await link('who').getAttribute('aria-current')).toBe('location');
  expect(await page.locator('[data-nf-section-errors]').count()).toBe(0);
  await submitButton(page).click();
  await expect.poll(() => count('what').getAttribute('data-nf-section-errors')).toBe('2');
  expect(await count('who').count()).toBe(0);
  await fill(page, 'subject', 'Mended');
  await expect.poll(() => count('what').getAttribute('data-nf-section-errors')).toBe('1');
  expect(await errorsOf(page, 'category')).toEqual(['required']);
  await link('inside').click();
  await expect.poll(() => link('inside').getAttribute('aria-current')).toBe('location');
  expect(
    await page.evaluate(() => document.activeElement?.closest('[data-nf-section]')?.getAttribute('data-nf-section')),
  ).toBe('inside');
  expect(await control(page, 'subject').inputValue()).toBe('Mended');
  await page.setViewportSize({ width: 360, height: 800 });
  await expect.poll(() => page.locator('[data-nf-section-index]').isVisible()).toBe(false);
  await context.close();
});

test('a field that is asked for says one thing, whatever rules say of what is missing', async () => {
  const { page, context } = await suite.visit({ as: 'rita' });
  await open(page, '/borrow');
  await submitButton(page).click();
  await page.locator('[data-nf-summary]').waitFor();
  expect(await errorsOf(page, 'asset')).toHaveLength(1);
  const said = await page.locator('[data-nf-summary] a').allInnerTexts();
  expect(said.filter((text) => /item|loan/i.test(text))).toHaveLength(1);
  await context.close();
});
