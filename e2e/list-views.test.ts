// How people see a list: which columns and how high its rows, quick filters, and views with names of their own.
import { randomUUID } from 'node:crypto';
import type { ListViewsAnswer } from '@ninefold/model';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { open, resize, settled, touchTable } from './harness/browser.ts';
import type { RecordBody } from './harness/client.ts';
import { withProductAndBrowser } from './harness/suite.ts';
import { createTicket } from './harness/tickets.ts';

const suite = withProductAndBrowser();

const heads = (page: Page) =>
  page
    .locator('main thead th[data-nf-field]')
    .evaluateAll((all) => all.map((head) => head.getAttribute('data-nf-field')));
const query = (page: Page): string => decodeURIComponent(new URL(page.url()).search);

/** Forgets what an earlier try has chosen of the list of all tickets. */
async function asItCame(): Promise<void> {
  const client = await suite.client('mona');
  expect((await client.send('POST', '/_/looks', { of: 'tickets', look: null })).status).toBe(204);
}

/** Presses a control with the keyboard alone. */
async function press(page: Page, selector: string): Promise<void> {
  await page.locator(selector).first().focus();
  await page.keyboard.press('Enter');
}

test('A16 A17 columns are hidden, moved and resized with the keyboard, and stand so in another browser', async () => {
  const { page, context } = await suite.visit({ as: 'mona' });
  await asItCame();
  await open(page, '/tickets');
  const before = await heads(page);
  await press(page, '[data-nf-columns]');
  const tool = (field: string, name: string): string => `[data-nf-column-row="${field}"] [data-nf-tool="${name}"]`;
  const [first = '', second = '', third = ''] = before.map(String);
  await page.locator(`[data-nf-show="${third}"]`).focus();
  await page.keyboard.press('Space');
  await expect.poll(() => heads(page)).toEqual(before.filter((id) => id !== third));
  await press(page, tool(second, 'up'));
  await expect.poll(async () => (await heads(page)).slice(0, 2)).toEqual([second, first]);
  const head = page.locator(`main thead th[data-nf-field="${first}"]`);
  const width = (await head.boundingBox())?.width ?? 0;
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/_/looks'));
  for (let turn = 0; turn < 3; turn += 1) await press(page, tool(first, 'wider'));
  await expect.poll(async () => (await head.boundingBox())?.width).toBeGreaterThan(width + 40);
  expect(await axeViolations(page)).toEqual([]);
  await saved;
  const row = page.locator('tr[data-nf-record] td[data-nf-field]').first();
  for (const height of [32, 48]) {
    await page.locator(`[data-nf-height="${String(height)}"]`).focus();
    await page.keyboard.press('Space');
    await expect.poll(async () => Math.round((await row.boundingBox())?.height ?? 0)).toBe(height);
  }
  const shown = await heads(page);
  await expect
    .poll(async () => ((await (await page.request.get('/_/views')).json()) as ListViewsAnswer).looks['tickets']?.height)
    .toBe(48);
  const other = await suite.visit({ as: 'mona', language: 'ja' });
  await open(other.page, '/tickets');
  expect(await heads(other.page)).toEqual(shown);
  const rows = other.page.locator('tr[data-nf-record] td[data-nf-field]');
  expect(Math.round((await rows.first().boundingBox())?.height ?? 0)).toBe(48);
  await expect
    .poll(async () => (await other.page.locator(`main thead th[data-nf-field="${first}"]`).boundingBox())?.width)
    .toBeGreaterThan(width + 40);
  await press(other.page, '[data-nf-columns]');
  await press(other.page, '[data-nf-look-reset]');
  await expect.poll(() => heads(other.page)).toEqual(before);
  await settled(other.page);
  await Promise.all([context.close(), other.context.close()]);
});

test('presses that come faster than the page is drawn each count', async () => {
  const { page, context } = await suite.visit({ as: 'mona' });
  await asItCame();
  await open(page, '/tickets');
  await press(page, '[data-nf-columns]');
  const head = page.locator('main thead th[data-nf-field]').first();
  const id = String(await head.getAttribute('data-nf-field'));
  const wider = page.locator(`[data-nf-column-row="${id}"] [data-nf-tool="wider"]`);
  await wider.waitFor();
  const width = (await head.boundingBox())?.width ?? 0;
  // Each press is a task of its own, as keys are, and no frame is drawn between them.
  await wider.evaluate(async (button: HTMLElement) => {
    globalThis.requestAnimationFrame = () => 0;
    const { port1, port2 } = new MessageChannel();
    for (let turn = 0; turn < 3; turn += 1) {
      button.click();
      await new Promise((resolve) => {
        port1.addEventListener('message', resolve, { once: true });
        port1.start();
        port2.postMessage(null);
      });
    }
  });
  await expect.poll(async () => (await head.boundingBox())?.width).toBeGreaterThan(width + 60);
  await context.close();
});

test('columns are moved by their heads and sized by their edges with a mouse; Esc leaves them, and a click sorts', async () => {
  const { page, context } = await suite.visit({ as: 'mona' });
  await open(page, '/tickets');
  await touchTable(page);
  const before = (await heads(page)).map(String);
  const [first = '', second = '', third = ''] = before;
  const head = (id: string) => page.locator(`main thead th[data-nf-field="${id}"]`);
  const middle = async (id: string): Promise<{ readonly x: number; readonly y: number }> => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await head(id).boundingBox()) ?? {};
    return { x: x + width / 2, y: y + height / 2 };
  };
  const drag = async (id: string, onto: string): Promise<void> => {
    const [from, to] = [await middle(id), await middle(onto)];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 4 });
  };
  const address = page.url();
  await drag(first, third);
  expect(await head(third).getAttribute('data-drop')).toBe('after');
  await page.keyboard.press('Escape');
  await page.mouse.up();
  expect(await heads(page)).toEqual(before);
  await drag(first, third);
  await page.mouse.up();
  await expect.poll(() => heads(page)).toEqual([second, third, first, ...before.slice(3)]);
  await drag(first, second);
  await page.mouse.up();
  await expect.poll(() => heads(page)).toEqual(before);
  expect([page.url(), await page.locator('main thead [data-drop], main thead [data-dragged]').count()]).toEqual([
    address,
    0,
  ]);

  const { x = 0, y = 0, width = 0, height = 0 } = (await head(second).boundingBox()) ?? {};
  await page.mouse.move(x + width - 1, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width + 79, y + height / 2, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await head(second).boundingBox())?.width).toBeGreaterThan(width + 60);
  expect(await heads(page)).toEqual(before);
  await head(second).getByRole('button').click();
  await page.waitForURL((url) => (url.searchParams.get('sort') ?? '').includes(second));
  await press(page, '[data-nf-columns]');
  await press(page, '[data-nf-look-reset]');
  await settled(page);
  await context.close();
});

test('sums and averages of the whole list stand under its numbers, as the filters leave them', async () => {
  const { page, context } = await suite.visit({ as: 'mona' });
  await open(page, '/tickets?f.priority=in:urgent');
  await page.locator('tr[data-nf-record]').first().waitFor();
  const width = () => page.locator('main table').evaluate((table) => table.scrollWidth);
  const before = await width();
  await press(page, '[data-nf-columns]');
  const totals = page.locator('[data-nf-show-totals]');
  await totals.click();
  await expect.poll(() => totals.isChecked()).toBe(true);
  await page.keyboard.press('Escape');
  const sum = page.locator('[data-nf-totals] [data-nf-field="total"] [data-nf-sum]');
  await sum.waitFor();
  const answer = await page.request.get('/api/ticket?f.priority=in:urgent&group=&select=sum:total,avg:total');
  const [all] = ((await answer.json()) as { items: { sum: { total: string }; avg: { total: string } }[] }).items;
  const digits = (text: string): string => text.replace(/[^\d.]/g, '');
  expect(digits(await sum.innerText())).toBe(all?.sum.total);
  const average = page.locator('[data-nf-totals] [data-nf-field="total"] [data-nf-average]');
  expect(digits(await average.innerText())).toBe(all?.avg.total);
  expect(await axeViolations(page)).toEqual([]);

  // they make the table no wider than its rows do, and in a narrower window their name stays in sight
  expect(await width()).toBeLessThanOrEqual(before + 1);
  const hidden = () =>
    page.locator('main table').evaluate((table) => {
      const frame = table.parentElement;
      const name = table.querySelector('tfoot td');
      if (frame === null || name === null) return null;
      frame.scrollLeft = 9999;
      const moved = name.getBoundingClientRect().left - frame.getBoundingClientRect().left;
      return { isWide: frame.scrollLeft > 20, isInSight: Math.abs(moved) < 2 };
    });
  await resize(page, 1000, 700);
  await expect.poll(hidden).toEqual({ isWide: true, isInSight: true });
  await context.close();
});

test('a table has heads for its groups, which fold by keyboard, stay in the address, and count what the whole list has', async () => {
  const { page, context } = await suite.visit({ as: 'mona', width: 1280 });
  await open(page, '/tickets?f.priority=in:urgent,high');
  await press(page, '[data-nf-columns]');
  await page.locator('[data-nf-group-by] select').selectOption('priority');
  await page.keyboard.press('Escape');
  const bands = page.locator('[data-nf-band]');
  await expect.poll(() => bands.evaluateAll((all) => all.map((one) => one.dataset['nfBand']))).toEqual(['high']);
  const answer = await page.request.get('/api/ticket?f.priority=in:urgent,high&group=priority');
  const groups = ((await answer.json()) as { items: { by: { priority: string }; count: number }[] }).items;
  const counted = (key: string) => `${String(groups.find(({ by }) => by.priority === key)?.count)} records`;
  await expect.poll(() => bands.first().innerText()).toContain(counted('high'));
  expect(await axeViolations(page)).toEqual([]);

  await press(page, '[data-nf-band="high"] button');
  await page.locator('[data-nf-band="urgent"] button[aria-expanded="true"]').waitFor();
  expect(query(page)).toContain('group=priority&folded=high');
  expect(await page.locator('[data-nf-band="high"] button').getAttribute('aria-expanded')).toBe('false');
  expect(await page.locator('[data-nf-band="high"]').innerText()).toContain(counted('high'));
  const shown = page.locator('tr[data-nf-record] [data-nf-field="priority"]');
  expect(new Set(await shown.allInnerTexts())).toEqual(new Set(['Urgent']));
  const range = await page.locator('main nav').last().innerText();
  expect(range).toContain(`of ${counted('urgent').replace(' records', '')}`);

  await page.reload();
  await press(page, '[data-nf-band="urgent"] button');
  await expect.poll(() => shown.count()).toBe(0);
  expect(await page.locator('[data-nf-band] button[aria-expanded="false"]').count()).toBe(2);
  await page.goBack();
  await expect.poll(() => shown.count()).toBeGreaterThan(0);

  // a phone has the choice beside that of the order
  await page.setViewportSize({ width: 360, height: 640 });
  await page.locator('[data-nf-add-filter]').click();
  await page.getByRole('dialog').locator('[data-nf-group-by] select').selectOption('state');
  await expect.poll(() => query(page)).toContain('group=state');
  await context.close();
});

test('A18 a changed view offers to save, to save as another and to reset; a shared one only with the right to it', async () => {
  const mona = await suite.visit({ as: 'mona' });
  await open(mona.page, '/desk?f.priority=in:urgent&sort=-due');
  const edited = (page: Page) => page.locator('[data-nf-view-edited]');
  await edited(mona.page).waitFor();
  expect(await mona.page.locator('[data-nf-view-save]').count()).toBe(0);
  await press(mona.page, '[data-nf-view-save-as]');
  const dialog = mona.page.locator('[data-nf-view-dialog]');
  await press(mona.page, '[data-nf-view-dialog] button[type="submit"]');
  await expect.poll(() => dialog.innerText()).toContain('Enter a name for the view.');
  await dialog.getByRole('textbox').fill('x'.repeat(80));
  await press(mona.page, '[data-nf-view-dialog] button[type="submit"]');
  await expect.poll(() => dialog.innerText()).toContain('Use 60 characters or fewer.');
  expect(await dialog.getByRole('textbox').inputValue()).toHaveLength(80);
  await dialog.getByRole('textbox').fill('Burning');
  await dialog.locator('[data-nf-view-shared]').check();
  expect(await axeViolations(mona.page)).toEqual([]);
  await mona.page.keyboard.press('Enter');
  await expect.poll(() => query(mona.page)).toMatch(/^\?view=[\w-]+$/);
  const address = new URL(mona.page.url());
  expect(await mona.page.locator('[data-nf-chip="priority=in:urgent"]').count()).toBe(1);
  await mona.page.locator('nav').getByRole('link', { name: 'Burning' }).waitFor();
  await expect.poll(() => edited(mona.page).count()).toBe(0);

  // somebody else finds it in the menu, may change what they see of it, and may not change it
  const alan = await suite.visit({ as: 'alan' });
  await open(alan.page, '/');
  await alan.page.locator('nav').getByRole('link', { name: 'Burning' }).click();
  await expect.poll(() => query(alan.page)).toBe(address.search);
  await alan.page.locator('[data-nf-chip="priority=in:urgent"] button').click();
  await edited(alan.page).waitFor();
  await alan.page.locator('[data-nf-view-reset]').waitFor();
  expect(await alan.page.locator('[data-nf-view-save]').count()).toBe(0);
  await alan.page.reload();
  await edited(alan.page).waitFor();
  expect(await alan.page.locator('[data-nf-chip="priority=in:urgent"]').count()).toBe(0);
  await press(alan.page, '[data-nf-view-reset]');
  await expect.poll(() => query(alan.page)).toBe(address.search);

  // its maker changes and saves it, and everybody has it changed
  await mona.page.locator('[data-nf-quick="late.true"]').click();
  await edited(mona.page).waitFor();
  await press(mona.page, '[data-nf-view-save]');
  await expect.poll(() => query(mona.page)).toBe(address.search);
  await open(alan.page, address.pathname + address.search);
  await alan.page.locator('[data-nf-chip="late=eq:true"]').waitFor();

  // whoever follows a link to a view that they do not have is told so
  await open(alan.page, `${address.pathname}?view=gone`);
  await alan.page.locator('[data-nf-view-lost]', { hasText: 'gone or not shared with you' }).waitFor();
  expect(await axeViolations(alan.page)).toEqual([]);
  await alan.page.locator('nav').getByRole('link', { name: 'Burning' }).click();
  await alan.page.locator('[data-nf-view-lost]').waitFor({ state: 'detached' });
  await Promise.all([mona.context.close(), alan.context.close()]);
});

test('quick filters narrow a list at one press, stand in its address, and go at the next', async () => {
  const { page, context } = await suite.visit({ as: 'alan' });
  await open(page, '/desk');
  const me = page.locator('[data-nf-quick="assignee.me"]');
  await me.click();
  await expect.poll(() => query(page)).toContain('f.assignee=eq:me');
  const names = () => page.locator('main td[data-nf-field="assignee"]').allInnerTexts();
  await expect.poll(async () => [...new Set(await names())]).toEqual(['Alan Archer']);
  expect(await page.locator('[data-nf-chip="assignee=eq:me"]').innerText()).toBe('Assigned to is Me');
  const day = page.locator('[data-nf-quick="due.this_week"]');
  await day.click();
  await expect.poll(() => query(page)).toContain('f.due=eq:this_week');
  await page.goBack();
  await expect.poll(() => day.getAttribute('aria-pressed')).toBe('false');
  await me.click();
  await expect.poll(() => query(page)).toBe('');
  await context.close();
});

test('a filter narrows the list as it is chosen or typed, and people are counted beside their names', async () => {
  const { page, context } = await suite.visit({ as: 'alan' });
  await open(page, '/desk');
  await page.locator('[data-nf-add-filter]').click();
  await page.locator('[data-nf-filter="assignee"]').click();
  const box = page.getByRole('dialog');
  const option = box.getByRole('checkbox', { name: 'Alan Archer' });
  const count = box
    .locator('label', { hasText: 'Alan Archer' })
    .locator('xpath=ancestor::*[.//*[@data-nf-option-count]][1]')
    .locator('[data-nf-option-count] [aria-hidden]');
  await option.waitFor();
  const counted = await count.innerText();
  await option.check();
  await expect.poll(() => query(page)).toContain('f.assignee=in:');
  await expect.poll(() => page.locator('main h1').locator('xpath=..').innerText()).toContain(counted);
  await page.keyboard.press('Escape');
  await page.locator('[data-nf-add-filter]').click();
  await page.locator('[data-nf-filter="subject"]').click();
  await box.getByRole('textbox').fill('a');
  await expect.poll(() => query(page)).toContain('f.subject=has:a');

  // a day that is none is said as its input is left
  await page.keyboard.press('Escape');
  await page.locator('[data-nf-add-filter]').click();
  await page.locator('[data-nf-filter="due"]').click();
  await box.getByRole('textbox').first().fill('32/13');
  expect(await box.locator('[data-nf-error]').count()).toBe(0);
  await page.keyboard.press('Tab');
  await box.locator('[data-nf-error]').waitFor();
  await context.close();
});

test('A20 a value is changed in its cell by F2, judged as in the form, taken back by Ctrl Z, and one that is closed says so', async () => {
  const mona = await suite.client('mona');
  const ticket = await createTicket(mona, { subject: `Cell ${randomUUID().slice(0, 8)}` });
  const now = async (field: string): Promise<unknown> =>
    (await mona.get<RecordBody>(`/api/ticket/${ticket.id}`)).body[field];
  const { page, context } = await suite.visit({ as: 'mona' });
  await open(page, `/tickets?search=${ticket['number']}`);
  await touchTable(page);
  await page.locator(`[data-nf-open="${ticket.id}"]`).focus();
  await page.keyboard.press('F2');
  const input = page.locator('[data-nf-cell="subject"] input');
  const cell = page.locator(`tr[data-nf-record="${ticket.id}"] td[data-nf-field="subject"]`);
  const below = async (): Promise<number> => {
    const [box, at] = [await page.locator('[data-nf-cell="subject"]').boundingBox(), await cell.boundingBox()];
    return box === null || at === null ? Infinity : Math.abs(box.y - at.y - at.height) + Math.abs(box.x - at.x);
  };
  await expect.poll(below).toBeLessThan(40);
  expect(await page.locator('[data-nf-cell-of]').innerText()).toContain(String(ticket['number']));
  // the row may leave the list; the box stays in sight
  await input.fill('Half typed');
  const box = await page.locator('[data-nf-cell="subject"]').elementHandle();
  await page.locator('[data-nf-search]').fill('nothing has this word');
  await page.locator(`tr[data-nf-record="${ticket.id}"]`).waitFor({ state: 'detached' });
  expect(await box?.evaluate((each) => each.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
  expect(await input.inputValue()).toBe('Half typed');
  await page.locator('[data-nf-search]').fill(String(ticket['number']));
  await expect.poll(below).toBeLessThan(40);
  await input.fill('');
  await page.keyboard.press('Enter');
  await page.locator('[data-nf-cell="subject"] [data-nf-error="required"]').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  // what the server refuses stays open with its text, and Esc leaves the value as it was
  await page.route(`**/api/ticket/${ticket.id}`, (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  );
  await input.fill('Not taken');
  await page.keyboard.press('Enter');
  await page.locator('[data-nf-cell="subject"] [role="alert"]').waitFor();
  expect(await input.inputValue()).toBe('Not taken');
  await page.unroute(`**/api/ticket/${ticket.id}`);
  await input.fill('Another lamp');
  await page.keyboard.press('Enter');
  await page.locator('td[data-nf-field="subject"]:focus', { hasText: 'Another lamp' }).waitFor();
  expect(await now('subject')).toBe('Another lamp');
  await page.keyboard.press('Control+z');
  await expect.poll(() => now('subject')).toBe(ticket['subject']);
  await page.locator('[data-nf-saved="undone"]').waitFor();

  // the arrow keys lead to the cell of the state, which only steps change
  const columns = (await heads(page)).map(String);
  for (const field of columns.slice(columns.indexOf('subject') + 1, columns.indexOf('state') + 1)) {
    await page.keyboard.press('ArrowRight');
    await page.locator(`td[data-nf-field="${field}"]:focus`).waitFor();
    if (field !== 'category') continue;
    // which decides about other fields, so that the page of the record is its place
    await page.keyboard.press('F2');
    const closed = page.locator('[data-nf-cell="category"]', { hasText: 'on the page of the record' });
    expect(await closed.getByRole('link').getAttribute('href')).toBe(`/tickets/${ticket.id}`);
    await page.keyboard.press('Escape');
    await page.locator('td[data-nf-field="category"]:focus').waitFor();
  }
  await page.keyboard.press('F2');
  await page.locator('[data-nf-cell="state"]', { hasText: 'cannot change' }).getByRole('button').press('Enter');
  await page.locator('td[data-nf-field="state"]:focus').waitFor();
  await page.locator('tr[data-nf-record] td[data-nf-field="priority"]').hover();
  await page.locator('[data-nf-cell-pencil="priority"]').click();
  await page.locator('[data-nf-cell="priority"] :is(select, input)').first().press('Escape');

  // who leaves the box after typing has seen nothing of what that names: it is taken, and waits to be saved
  await page.locator('tr[data-nf-record] td[data-nf-field="assignee"]').hover();
  await page.locator('[data-nf-cell-pencil="assignee"]').click();
  const assignee = page.locator('[data-nf-cell="assignee"] input').first();
  await assignee.fill('samir');
  await page.locator('h1').click();
  await expect.poll(() => assignee.inputValue()).toBe('Samir Haddad');
  await page.locator('[data-nf-cell="assignee"] [data-nf-save]').click();
  await page.locator('td[data-nf-field="assignee"]', { hasText: 'Samir Haddad' }).waitFor();
  await context.close();
});

test('Space shows a record beside its list, the arrow keys lead to its neighbours, and its steps are taken there', async () => {
  const mona = await suite.client('mona');
  const subject = `Peek ${randomUUID().slice(0, 8)}`;
  for (let made = 0; made < 2; made += 1) await createTicket(mona, { subject });
  const { page, context } = await suite.visit({ as: 'mona' });
  await open(page, `/tickets?search=${encodeURIComponent(subject)}`);
  await touchTable(page);
  const rows = page.locator('tr[data-nf-record]');
  await rows.nth(1).waitFor();
  const [first, second] = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-nf-record') ?? ''));
  await page.locator(`[data-nf-open="${first}"]`).focus();
  await page.keyboard.press('Space');
  await page.locator(`[data-nf-peeked="${first}"]`).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await page.locator(`[data-nf-peeked="${second}"] [data-nf-transition="take"]`).click();
  await expect.poll(async () => (await mona.get<RecordBody>(`/api/ticket/${second}`)).body['state']).toBe('open');
  await page.keyboard.press('Escape');
  await page.locator(`[data-nf-open="${second}"]:focus`).waitFor();
  expect(query(page)).not.toContain('peek');
  await context.close();
});
