// A list as a board and as a calendar: cards are moved by transitions or by a change of a field, records by a change of their
// dates, with the mouse and without.
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { open } from './harness/browser.ts';
import type { RecordBody } from './harness/client.ts';
import { withProductAndBrowser } from './harness/suite.ts';
import { createTicket } from './harness/tickets.ts';

const suite = withProductAndBrowser();

const column = (page: Page, name: string) => page.locator(`[data-nf-board] [data-nf-column="${name}"]`);
const card = (page: Page, { id }: RecordBody) => page.locator(`[data-nf-board] [data-nf-record="${id}"]`);

/** Presses the mouse on a card, or on a part of it, and moves it over a column, without letting go. */
async function drag(page: Page, ticket: RecordBody, name: string, part?: string): Promise<void> {
  if (part === undefined) await card(page, ticket).hover({ position: { x: 4, y: 4 } });
  else await card(page, ticket).locator(part).first().hover();
  await page.mouse.down();
  const box = await column(page, name).boundingBox();
  if (box === null) throw new Error(`no column ${name}`);
  await page.mouse.move(box.x + box.width / 2, box.y + 60, { steps: 4 });
}

test('A21 a card that is dropped on a state takes the step that leads there, and a column says before why it takes none', async () => {
  const alan = await suite.client('alan');
  const ticket = await createTicket(await suite.client('rita'));
  const { page } = await suite.visit({ as: 'alan' });
  await open(page, `/desk?search=${ticket['number']}`);
  await page.getByRole('button', { name: 'Board' }).click();
  await page.waitForURL((url) => url.searchParams.get('layout') === 'board');
  await expect.poll(() => column(page, 'new').locator('li[data-nf-record]').count()).toBe(1);
  expect(await axeViolations(page)).toEqual([]);

  await drag(page, ticket, 'closed');
  await expect.poll(() => column(page, 'closed').getAttribute('data-drop')).toBe('no');
  await expect.poll(() => column(page, 'closed').textContent()).toContain('No step leads here');
  await expect.poll(() => column(page, 'open').textContent()).toContain('Take');
  expect(await column(page, 'closed').evaluate((one) => getComputedStyle(one).borderTopStyle)).toBe('dashed');
  let sent = 0;
  page.on('request', (request) => (sent += request.method() === 'GET' ? 0 : 1));
  await page.mouse.up();
  await page.waitForTimeout(300);
  expect(sent).toBe(0);
  expect((await alan.get<RecordBody>(`/api/ticket/${ticket.id}`)).body['state']).toBe('new');

  await drag(page, ticket, 'open');
  await page.mouse.up();
  await expect.poll(() => column(page, 'open').locator('li[data-nf-record]').count()).toBe(1);
  const taken = (await alan.get<RecordBody>(`/api/ticket/${ticket.id}`)).body;
  expect([taken['state'], (taken['assignee'] as RecordBody | null)?.title]).toEqual(['open', 'Alan Archer']);

  // the menu has first what is possible, then what is not
  await card(page, ticket).locator('[data-nf-move]').press('Enter');
  const ways = page.getByRole('menuitem');
  await expect.poll(() => ways.count()).toBeGreaterThan(3);
  const closed = await ways.evaluateAll((all) => all.map((one) => one.matches(':disabled, [data-disabled]')));
  expect([closed, new Set(closed).size]).toEqual([closed.toSorted(), 2]);
  await page.keyboard.press('Escape');
  await ways.first().waitFor({ state: 'detached' });

  // a step that asks for something asks here too; a link inside of the card drags the card
  await drag(page, ticket, 'waiting', 'a:not([data-nf-open])');
  await page.mouse.up();
  const dialog = page.locator('[data-nf-transition-dialog="wait"]');
  await dialog.locator('textarea').fill('Which cable?');
  await dialog.getByRole('button').last().click();
  await expect.poll(() => column(page, 'waiting').locator('li[data-nf-record]').count()).toBe(1);
});

test('A22 a card moves by its menu and the key M without a mouse, and the move can be undone', async () => {
  const mona = await suite.client('mona');
  const ticket = await createTicket(mona, { priority: 'low' });
  const { page } = await suite.visit({ as: 'mona', language: 'ja' });
  await open(page, `/tickets?layout=board&search=${ticket['number']}`);
  await expect.poll(() => column(page, 'low').locator('li[data-nf-record]').count()).toBe(1);
  await card(page, ticket).locator('a[data-nf-open]').focus();
  await page.keyboard.press('m');
  await page.getByRole('menuitem', { name: '緊急' }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  const urgent = page.getByRole('menuitem', { name: '緊急' });
  expect([await urgent.isDisabled(), await urgent.textContent()]).toEqual([
    true,
    expect.stringContaining('緊急の理由'),
  ]);
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await expect.poll(() => column(page, 'high').locator('li[data-nf-record]').count()).toBe(1);
  expect((await mona.get<RecordBody>(`/api/ticket/${ticket.id}`)).body['priority']).toBe('high');
  await page.keyboard.press('Control+z');
  await expect.poll(() => column(page, 'low').locator('li[data-nf-record]').count()).toBe(1);
  expect((await mona.get<RecordBody>(`/api/ticket/${ticket.id}`)).body['priority']).toBe('low');
  await open(page, '/tickets?layout=board');
  await expect.poll(() => column(page, 'low').locator('header').innerText()).toMatch(/€[\d,]+\.\d\d/); // nothing else says its unit
});

test('a list as cards has its pages, order, selection and keys, and a press anywhere on a card opens its record', async () => {
  const { page } = await suite.visit({ as: 'alan', language: 'en' });
  await open(page, '/assets?layout=cards&sort=name&size=25');
  const cards = page.locator('[data-nf-cards] > [data-nf-record]');
  await cards.first().waitFor();
  expect(await cards.count()).toBe(25);
  expect(await axeViolations(page)).toEqual([]);
  const titles = () => cards.locator('[data-nf-open]').allTextContents();
  const ascending = await titles();
  await page.getByLabel('Sort by').selectOption('-name');
  await page.waitForURL((url) => url.searchParams.get('sort') === '-name');
  await expect.poll(titles).not.toEqual(ascending);

  await page.keyboard.press('Escape');
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect.poll(() => cards.nth(1).getAttribute('data-selected')).toBe('true');
  const record = await cards.nth(2).getAttribute('data-nf-record');
  await cards
    .nth(2)
    .locator('dl')
    .click({ position: { x: 2, y: 2 } });
  await page.waitForURL((url) => url.pathname === `/assets/${record}`);
});

test('a record on a calendar is moved to other days, with the mouse and without, and what refuses it is said before', async () => {
  const alan = await suite.client('alan');
  const tag = `CAL-${randomUUID().slice(0, 8)}`;
  const camera = { tag, name: 'Camera', kind: 'camera', lendable: true };
  const asset = (await alan.send<RecordBody>('POST', '/api/asset', camera)).body.id;
  const days = { from: '2031-05-06', until: '2031-05-06' };
  const asked = await alan.send<RecordBody>('POST', '/api/loan', { asset, ...days });
  const dates = async (): Promise<readonly unknown[]> => {
    const { body } = await alan.get<RecordBody>(`/api/loan/${asked.body.id}`);
    return [body['from'], body['until']];
  };
  const { page } = await suite.visit({ as: 'alan' });
  await open(page, `/loans?layout=calendar&rows=off&day=2031-05-15&f.asset=eq:${asset}`);
  const record = page.locator(`[data-nf-calendar] li[data-nf-record="${asked.body.id}"]`);
  await expect.poll(() => record.count()).toBe(1);
  expect(await axeViolations(page)).toEqual([]);

  await record.hover({ position: { x: 8, y: 8 } });
  await page.mouse.down();
  const box = await page.locator('[data-nf-day="2031-05-15"]').boundingBox();
  if (box === null) throw new Error('no such day');
  const { x, y, width } = box;
  let nudge = 0;
  // without a window, dragging is told of movements alone
  const over = async (): Promise<string | null> => {
    await page.mouse.move(x + width / 2, y + 60 + (nudge++ % 5));
    return page.locator('[data-nf-calendar] output').textContent();
  };
  await expect.poll(over).toContain('May 15, 2031');
  expect(await page.locator('[data-nf-calendar] output').getAttribute('data-nf-move')).toBe('set');
  await page.mouse.up();
  await expect.poll(dates).toEqual(['2031-05-15', '2031-05-15']);

  await expect.poll(() => record.textContent()).toContain('May 15, 2031');
  await record.getByRole('button').focus();
  await page.keyboard.press('Enter');
  const sooner = page.getByRole('menuitem', { name: 'End a day earlier' });
  await sooner.waitFor();
  expect([await sooner.isDisabled(), await sooner.textContent()]).toEqual([
    true,
    expect.stringContaining('May 15, 2031 or later'),
  ]);
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await expect.poll(dates).toEqual(['2031-05-22', '2031-05-22']);

  // the arrow keys lead from day to day and on to the next month; what is new there begins on that day
  await page.locator('[data-nf-day-link="2031-05-15"]').focus();
  for (const day of ['2031-05-22', '2031-05-29', '2031-06-05', '2031-06-12']) {
    await page.keyboard.press('ArrowDown');
    await page.locator(`[data-nf-day-link="${day}"]:focus`).waitFor();
  }
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.searchParams.get('val[from]') === '2031-06-12');

  // on a Gantt chart the end of the bar is dragged alone
  await open(page, `/loans?layout=gantt&zoom=month&day=2031-05-15&f.asset=eq:${asset}`);
  const end = page.locator(`[data-nf-bar="${asked.body.id}"] [data-edge="to"]`);
  await end.waitFor();
  expect(await axeViolations(page)).toEqual([]);
  const { width: long = 0 } = (await page.locator(`[data-nf-bar="${asked.body.id}"]`).boundingBox()) ?? {};
  await end.hover();
  await page.mouse.down();
  const from = await end.boundingBox();
  const further = async (): Promise<string | null> => {
    await page.mouse.move((from?.x ?? 0) + 3 * long, (from?.y ?? 0) + 4 + (nudge++ % 5));
    return page.locator('[data-nf-gantt] output').textContent();
  };
  await expect.poll(further).toContain('May 25, 2031');
  await page.mouse.up();
  await expect.poll(dates).toEqual(['2031-05-22', '2031-05-25']);

  // by item, the row says what is free, and a new loan of the item begins there
  await open(page, `/loans?layout=calendar&day=2031-05-15&f.asset=eq:${asset}`);
  const free = page.locator(`[data-nf-row="${asset}"] [data-nf-free]`);
  await expect
    .poll(() => free.evaluateAll((links) => links.map((link) => link.getAttribute('data-nf-free'))))
    .toEqual(['2031-05-01 2031-05-21', '2031-05-26 2031-05-31']);
  expect(await axeViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  const isWhole = (name: Element): boolean => name.scrollWidth <= name.clientWidth;
  expect(await page.locator(`[data-nf-row="${asset}"] bdi`).first().evaluate(isWhole)).toBe(true);
  await open(page, `/loans?layout=gantt&zoom=month&day=2031-05-15&f.asset=eq:${asset}`);
  const name = page.locator(`[data-nf-open="${asked.body.id}"] bdi`);
  expect(await name.evaluate(isWhole)).toBe(true);
  const above = (await name.boundingBox())?.y ?? Infinity;
  expect(above).toBeLessThan((await page.locator(`[data-nf-bar="${asked.body.id}"]`).boundingBox())?.y ?? 0);
  await page.setViewportSize({ width: 1280, height: 800 });

  // the menu moves it to another item, as dragging it to another row does
  const other = { tag: `${tag}-2`, name: 'Tripod', kind: 'camera', lendable: true };
  const tripod = (await alan.send<RecordBody>('POST', '/api/asset', other)).body.id;
  await open(page, `/loans?layout=calendar&day=2031-05-15&f.asset=in:${asset},${tripod}`);
  await page.locator(`[data-nf-row="${asset}"] [data-nf-record] [data-nf-move]`).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: `To Tripod (${tag}-2)` }).waitFor();
  expect(await page.getByRole('menuitem', { name: /^To / }).count()).toBe(1); // not to its own row
  await page.getByRole('menuitem', { name: `${tag}-2` }).press('Enter');
  await page.locator(`[data-nf-row="${tripod}"] [data-nf-record="${asked.body.id}"]`).waitFor();
  expect(await dates()).toEqual(['2031-05-22', '2031-05-25']);

  await open(page, `/loans?layout=calendar&day=2031-05-15&f.asset=eq:${asset}`);
  await free.last().click();
  await page.waitForURL(({ searchParams }) =>
    [searchParams.get('val[from]'), searchParams.get('val[until]'), searchParams.get('val[asset]')].includes(asset),
  );
  const { searchParams } = new URL(page.url());
  expect([searchParams.get('val[from]'), searchParams.get('val[until]')]).toEqual(['2031-05-01', '2031-05-31']);
});

test('the number of today is read on its mark, in a month that it does not belong to as well', async () => {
  const { page, context } = await suite.visit({ as: 'alan' });
  await open(page, '/loans?layout=calendar&rows=off');
  const today = page.locator('[data-nf-day]:has([aria-current="date"])');
  const color = () => today.locator('[aria-current="date"]').evaluate((number) => getComputedStyle(number).color);
  const own = await color();
  await today.evaluate((day) => day.setAttribute('data-outside', 'true'));
  expect(await color()).toBe(own);
  await context.close();
});

test('the public holidays that a calendar names are marked on their days, and read with them', async () => {
  const { page, context } = await suite.visit({ as: 'alan' });
  for (const rows of ['off', 'on']) {
    await open(page, `/loans?layout=calendar&rows=${rows}&day=2026-12-15`);
    const first = page.locator('[data-nf-day="2026-12-25"]').first();
    await expect.poll(() => first.getAttribute('data-holiday')).toBe('Christmas Day');
    expect(await first.getByRole('link').first().textContent()).toContain('Friday, December 25, 2026, Christmas Day');
    expect(await page.locator('[data-nf-day="2026-12-24"]').first().getAttribute('data-holiday')).toBe(null);
  }
  expect(await axeViolations(page)).toEqual([]);
  await context.close();
});
