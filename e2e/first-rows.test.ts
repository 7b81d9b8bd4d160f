import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { open, settled, type Language } from './harness/browser.ts';
import type { ListBody, RecordBody } from './harness/client.ts';
import { ADA, startApplication } from './harness/own-application.ts';
import { withProductAndBrowser, type Suite } from './harness/suite.ts';

/** A list with a column of every type of field that lists show, with and without values. */
const EVERY_TYPE = `ninefold: 1
purpose: { name: types, languages: [en, ja] }
entities:
  other: { title: name, fields: { name: { type: string } } }
  thing:
    title: name
    fields:
      name: { type: string }
      note: { type: text }
      address: { type: object, fields: { street: { type: string }, floor: { type: integer } } }
      kind: { type: choice, options: { low: { tone: info, glyph: down }, high: { tone: danger, glyph: up } } }
      tags: { type: choices, options: [red, green, blue] }
      number: { type: sequence }
      other: { type: reference, to: other }
      group: { type: references, to: other }
      owner: { type: reference, to: user }
      count: { type: integer }
      size: { type: number, scale: 2 }
      cost: { type: money, currency: JPY, triangle: true }
      share: { type: percent, scale: 1 }
      done: { type: boolean }
      day: { type: date }
      at: { type: datetime }
      takes: { type: duration }
      opens: { type: time }
      parts: { type: lines, fields: { what: { type: string } } }
      facts: { type: json }
      site: { type: string, format: url }
      late: { type: boolean, computed: record.at < now }
states:
  thing:
    initial: open
    states: { open: { kind: active }, closed: { kind: done, final: true } }
    transitions: { close: { from: open, to: closed, by: all } }
roles:
  all: { members: everyone, thing: all, other: all, user: { read: true } }
  administrator: { runtime: [users] }
screens:
  short: { path: /short, list: thing, columns: [name, kind, state, done, day, late, cost] }
  numbers: { path: /numbers, list: thing, columns: [number, count, size, cost, share, takes, opens, at], sort: ['-count'] }
  wide: { path: /wide, list: thing, columns: [name, note, address, tags, other, group, owner, at, parts, facts, site, state] }
  all_others: { path: /others, list: other }
`;

const ROWS = [
  {
    name: 'All of it',
    note: 'Two lines\nof a text',
    address: { street: 'Long Street 5', floor: 3 },
    kind: 'high',
    tags: ['red', 'blue'],
    count: 1234567,
    size: '12.50',
    cost: '-98000',
    share: '12.5',
    done: true,
    day: '2026-02-03',
    at: '2026-02-03T10:20:30Z',
    takes: 'PT90M',
    opens: '08:30',
    parts: [{ what: 'a' }, { what: 'b' }],
    facts: { a: 1 },
    site: 'https://example.test',
  },
  {
    name: 'かなり長い名前のとても長い文がここに続いているので改行される',
    kind: 'low',
    at: '2999-12-31T23:59:00Z',
    day: '2999-12-31',
    done: false,
  },
  { name: 'Little' },
  {},
];

const every = withProductAndBrowser(() => startApplication({ ...ADA, 'application.yaml': EVERY_TYPE }));
const desk = withProductAndBrowser();

/** What stands on a page at which place: the heads and cells of its table, and the entries of its menu. */
interface Look {
  readonly cells: readonly Placed[];
  readonly entries: readonly Placed[];
}

interface Placed {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** What is seen inside of an element. Runs in the page. */
function lookOf(within: string): Look {
  const placed = (element: Element): Placed => {
    const box = element.getBoundingClientRect();
    const [left = 0, top = 0, width = 0, height = 0] = [box.left, box.top, box.width, box.height].map(Math.round);
    return { text: (element as HTMLElement).innerText.trim(), left, top, width, height };
  };
  const all = (selector: string): readonly Placed[] =>
    [...document.querySelectorAll(`${within} ${selector}`)].map(placed).filter(({ height }) => height > 0);
  return { cells: all('table :is(th, td)'), entries: all('nav a > span:first-of-type') };
}

/** What is seen once it stays: a table measures itself and its neighbours before it stands. */
async function steadyLook(page: Page, within: string): Promise<Look> {
  let before = await page.evaluate(lookOf, within);
  for (;;) {
    await page.waitForTimeout(STEADY_MS);
    const now = await page.evaluate(lookOf, within);
    if (isDeepStrictEqual(now, before)) return now;
    before = now;
  }
}

const STEADY_MS = 100;

/** The list as it is drawn before the application, then by it. */
async function bothLooks(page: Page, path: string): Promise<readonly [before: Look, after: Look]> {
  const letIn = await holdApplication(page);
  await page.goto(path);
  await page.locator('[data-nf-first-rows] tbody tr').first().waitFor();
  const before = await steadyLook(page, '[data-nf-first-rows]');
  letIn();
  await page.locator('[data-nf-first-rows]').waitFor({ state: 'detached' });
  await page.locator('[data-nf-record]').first().waitFor();
  const after = await steadyLook(page, '#root');
  await page.unroute(APPLICATION);
  return [before, after];
}

const APPLICATION = '**/assets/index-*.js';

/** Lets the application wait until the answer is called. */
async function holdApplication(page: Page): Promise<() => void> {
  let letIn: () => void = () => undefined;
  const seen = new Promise<void>((resolve) => (letIn = resolve));
  await page.route(APPLICATION, async (route) => {
    await seen;
    await route.continue();
  });
  return letIn;
}

const PLACE = ['left', 'top', 'width', 'height'] as const;

/** What does not stand where it did beside the first of them, by more than the rounding of a px; what comes later may need a line above. */
function strayed(
  before: readonly Placed[],
  after: readonly Placed[],
  parts: readonly (typeof PLACE)[number][],
): readonly Placed[] {
  const down = (after[0]?.top ?? 0) - (before[0]?.top ?? 0);
  return before.filter((one, index) => {
    const other = after[index];
    const isOff = (part: (typeof PLACE)[number]): boolean =>
      Math.abs(one[part] + (part === 'top' ? down : 0) - (other?.[part] ?? 0)) > 1;
    return other === undefined || parts.some(isOff);
  });
}

const textsOf = (all: readonly Placed[]): readonly string[] => all.map(({ text }) => text);

/** On a phone a line of buttons and one of what narrows the list may come above the rows, so high in px. */
const mostMoved = (width: number): number => (width === 360 ? 80 : 0);

/** Compares both looks of a list, and gives by how many px the application has moved the rows. */
async function movedBy(suite: Suite, path: string, visit: Parameters<Suite['visit']>[0]): Promise<number> {
  const { page, context } = await suite.visit(visit);
  const [before, after] = await bothLooks(page, path);
  expect(before.cells.length).toBeGreaterThan(3);
  expect(textsOf(before.cells)).toEqual(textsOf(after.cells));
  expect(strayed(before.cells, after.cells, PLACE)).toEqual([]);
  expect(textsOf(before.entries)).toEqual(textsOf(after.entries));
  expect(strayed(before.entries, after.entries, ['left', 'top', 'height'])).toEqual([]); // figures come behind them
  await context.close();
  return Math.abs((before.cells[0]?.top ?? 0) - (after.cells[0]?.top ?? 0));
}

const VIEWS: readonly (readonly [Language, 'light' | 'dark', number])[] = [
  ['en', 'light', 1280],
  ['ja', 'dark', 1280],
  ['en', 'dark', 360],
  ['ja', 'light', 360],
];

test.each(VIEWS)('the rows stand where the application draws them (%s, %s, %i)', async (language, theme, width) => {
  for (const path of ['/desk', '/assets?sort=-name'])
    expect(await movedBy(desk, path, { as: 'alan', language, theme, width })).toBeLessThanOrEqual(mostMoved(width));
});

test('so do values of every type, of an application of three lines as of any', async () => {
  const ada = await every.client('ada');
  const { body: other } = await ada.send<RecordBody>('POST', '/api/other', { name: 'Another thing' });
  const { body: me } = await ada.get<ListBody>('/api/user');
  for (const row of ROWS) {
    const { status } = await ada.send('POST', '/api/thing', {
      ...row,
      ...(row.count === undefined ? {} : { other: other.id, group: [other.id], owner: me.items[0]?.id }),
    });
    expect(status).toBe(201);
  }
  for (const [language, width] of [
    ['en', 1280],
    ['ja', 360],
  ] as const)
    for (const path of ['/short', '/numbers', '/wide', '/others?search=thing'])
      expect(await movedBy(every, path, { as: 'ada', language, width })).toBeLessThanOrEqual(mostMoved(width));
});

/** Whether anything is drawn before the application has drawn its page. */
async function drawsFirst(page: Page, path: string): Promise<boolean> {
  await page.addInitScript(() => {
    new MutationObserver((_, watch) => {
      if (document.querySelector('[data-nf-first-rows]') === null) return;
      Reflect.set(window, 'drewFirst', true);
      watch.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(path);
  await settled(page);
  return page.evaluate(() => Reflect.get(window, 'drewFirst') === true);
}

test('what is no table with rows is left to the application', async () => {
  const { page, context } = await desk.visit({ as: 'alan' });
  expect(await drawsFirst(page, '/desk')).toBe(true);
  for (const path of [
    '/desk?layout=board',
    '/desk?group=priority',
    '/desk?search=nothingiscalledso',
    '/desk?f.nothing=eq:1',
    '/desk/new',
    '/_/home',
  ])
    expect([path, await drawsFirst(page, path)]).toEqual([path, false]);
  await context.close();
});

test('a press before the application has come opens the record, and what was scrolled to stays in sight', async () => {
  const { page, context } = await desk.visit({ as: 'alan' });
  const letIn = await holdApplication(page);
  await page.goto('/desk');
  const over = page.locator('[data-nf-first-rows]');
  await over.locator('tbody tr').first().waitFor();
  await over.evaluate((element) => element.scrollTo(0, 300));
  letIn();
  await over.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(300);
  await page.unroute(APPLICATION);
  await page.route(APPLICATION, () => undefined);
  await page.goto('/desk');
  await over.locator('tbody tr').first().locator('a').first().click();
  await page.waitForURL(/\/tickets\/[0-9a-f-]{36}/, { waitUntil: 'commit' });
  await context.close();
});

test('rows are drawn in the colours and the language that the browser has kept, else not at all', async () => {
  const { page, context } = await desk.visit({ as: 'alan' });
  await open(page, '/desk');
  await page.evaluate(() => localStorage.setItem('mantine-color-scheme-value', 'dark'));
  const letIn = await holdApplication(page);
  await page.goto('/desk');
  const over = page.locator('[data-nf-first-rows]');
  await over.waitFor();
  expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark');
  await page.evaluate(() => localStorage.setItem('i18nextLng', 'ja'));
  letIn();
  await over.waitFor({ state: 'detached' });
  await page.unroute(APPLICATION);
  const goOn = await holdApplication(page);
  await page.goto('/desk');
  await expect.poll(() => over.count()).toBe(0);
  goOn();
  await page.locator('main h1', { hasText: 'チーム' }).waitFor();
  await context.close();
});
