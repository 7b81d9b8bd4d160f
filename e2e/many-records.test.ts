// Every layout of a list of 10,000 records asks for what is in sight, and draws no more.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { open, openBrowser, visit } from './harness/browser.ts';
import { ADA, startApplication } from './harness/own-application.ts';
import type { Product } from './harness/product.ts';

const COUNT = 10_000;
const DAY_MS = 86_400_000;
const APP = `ninefold: 1
purpose: { name: trees, does: Looks after trees., languages: [en, ja], time_zone: UTC }
entities:
  tree:
    title: number
    key: number
    fields:
      number: { type: string, required: true, unique: true }
      kind: { type: choice, options: [oak, lime, plane, birch] }
      north: { type: number, scale: 6 }
      east: { type: number, scale: 6 }
      begins: { type: date }
      ends: { type: date }
      keeper: { type: reference, to: keeper }
      area: { type: reference, to: area }
      park: { type: reference, to: park, inverse: trees }
  park: { title: name, key: name, fields: { name: { type: string } } }
  keeper: { fields: { name: { type: string } } }
  area: { title: name, key: name, fields: { name: { type: string }, open: { type: boolean } } }
roles:
  gardener: { members: everyone, tree: all, park: { read: true }, area: { read: record.open }, user: { refer: true } }
screens:
  trees:
    path: /
    list: tree
    columns: [number, kind, begins]
    layouts: [table, board, calendar, cards, gantt, map]
    board: { by: kind }
    calendar: { from: begins, to: ends }
    gantt: { from: begins, to: ends, per: kind }
    map: { lat: north, lon: east }
  old: { path: /old, list: tree, where: record.number == "old" }
  kept:
    path: /kept
    list: tree
    calendar: { from: begins, to: ends, per: keeper }
    gantt: { from: begins, to: ends, per: keeper }
  areas:
    path: /areas
    list: tree
    columns: [number, area, begins]
    calendar: { from: begins, to: ends, per: area }
    gantt: { from: begins, to: ends, per: area }
`;
const AREAS = 'name,open\nNorth,true\nSouth,true\nVault,false\nCellar,false\n';

/** 100 by 100 trees in a park of a tenth of a degree; each is looked after for four days within about a hundred. */
function rows(): string {
  const first = Date.now() - 50 * DAY_MS;
  const dayOf = (days: number): string => new Date(first + days * DAY_MS).toISOString().slice(0, 10);
  const lines = Array.from({ length: COUNT }, (_, at) => {
    const [row, column] = [Math.floor(at / 100), at % 100];
    const kind = ['oak', 'lime', 'plane', 'birch'][at % 4];
    const place = `${(52.5 + row / 1000).toFixed(6)},${(13.4 + column / 1000).toFixed(6)}`;
    const area = at < 2000 ? ['North', 'South', 'Vault', 'Cellar', ''][at % 5] : 'North';
    return `T-${String(at).padStart(5, '0')},${kind},${place},${dayOf(column)},${dayOf(column + 3)},${area},One`;
  });
  return `number,kind,north,east,begins,ends,area,park\n${lines.join('\n')}\n`;
}

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let tiles: Server;
let product: Product;
let browser: Browser;
beforeAll(async () => {
  tiles = createServer((_, answer) => answer.setHeader('content-type', 'image/png').end(PIXEL));
  await new Promise<void>((resolve) => tiles.listen(0, '127.0.0.1', resolve));
  const { port } = tiles.address() as AddressInfo;
  const env = {
    NINEFOLD_TILES: `http://127.0.0.1:${String(port)}/{z}/{x}/{y}.png`,
    NINEFOLD_TILES_CREDIT: 'Test tiles',
  };
  [product, browser] = await Promise.all([
    startApplication(
      { 'app.yaml': APP, ...ADA, 'data/area.csv': AREAS, 'data/park.csv': 'name\nOne\n', 'data/tree.csv': rows() },
      undefined,
      env,
    ),
    openBrowser(),
  ]);
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  tiles?.close();
});

/** What a page asks of the trees, and how many records it was given. */
function watched(page: Page): { readonly records: () => number; readonly calls: () => number } {
  let [calls, records] = [0, 0];
  page.on('response', async (answer) => {
    if (!new URL(answer.url()).pathname.startsWith('/api/tree')) return;
    calls += 1;
    const body = (await answer.json().catch(() => null)) as { readonly items?: readonly unknown[] } | null;
    records += body?.items?.length ?? 0;
  });
  return { records: () => records, calls: () => calls };
}

const drawn = (page: Page) => page.locator('main [data-nf-record]').count();

test.each([
  { layout: 'table', shown: 25, most: 60, given: 60 },
  { layout: 'cards', shown: 25, most: 60, given: 60 },
  { layout: 'board', shown: 20, most: 420, given: 420 },
  { layout: 'calendar', shown: 5, most: 420, given: 6 * (200 + 7 * 3) },
  { layout: 'gantt', shown: 10, most: 420, given: 420 },
] as const)(
  '$layout draws a part of 10,000 records, and asks for little more',
  async ({ layout, shown, most, given }) => {
    const { page, context } = await visit(browser, { url: product.url, as: 'ada', width: 1280 });
    const asked = watched(page);
    await open(page, `/?layout=${layout}`);
    await expect.poll(() => drawn(page)).toBeGreaterThanOrEqual(shown);
    await page.waitForTimeout(500);
    expect(await drawn(page)).toBeLessThanOrEqual(most);
    expect(asked.records()).toBeLessThanOrEqual(given); // of a month each week is a page
    await context.close();
  },
);

test('a week that has too many for one call shows the first of each day, and how many more it has', async () => {
  const { page, context } = await visit(browser, { url: product.url, as: 'ada', width: 1280 });
  await open(page, '/?layout=calendar');
  const more = page.locator('main section section').filter({ has: page.locator('[aria-current="date"]') });
  const counts = more.locator('[data-nf-more]');
  await expect.poll(() => counts.count()).toBe(7);
  expect(new Set(await counts.allInnerTexts())).toEqual(new Set(['+397'])); // 400 meet each day
  await counts.first().locator('a').click();
  await page.locator('[data-nf-calendar="day"]').waitFor();
  await expect.poll(() => drawn(page)).toBe(200);
  await open(page, '/_/search?q=T-00042'); // its key says which one it is: no field of a tree has `search`
  await page.locator('main section[data-nf-entity="tree"] a', { hasText: 'T-00042' }).waitFor();
  await open(page, '/old'); // a part of the trees, and not the first tree
  await page.locator('[data-nf-empty="first-use"]', { hasText: 'Nothing here at the moment.' }).waitFor();
  await context.close();
});

test.each(['calendar', 'gantt'])('records stand together on a %s by what its reader may not see', async (layout) => {
  const { page, context } = await visit(browser, { url: product.url, as: 'ada', width: 1280 });
  await open(page, `/kept?layout=${layout}`);
  await expect.poll(() => drawn(page)).toBeGreaterThan(4);
  await context.close();
});

test.each([
  { layout: 'calendar', row: 'row', span: '&span=week' },
  { layout: 'gantt', row: 'group', span: '&zoom=month' },
])('what a $layout has no row for stands together in one more, and nothing is lost', async ({ layout, row, span }) => {
  const { page, context } = await visit(browser, { url: product.url, as: 'ada', width: 1280 });
  const rowsOf = () =>
    page.locator(`main [data-nf-${row}]`).evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
  await open(page, `/areas?layout=${layout}${span}`);
  await expect.poll(rowsOf).toEqual(['North', 'South', 'Without', 'Others']);
  const others = page.locator(`main [data-nf-${row}="others"]`);
  const inOthers = async (): Promise<number> => {
    await others.scrollIntoViewIfNeeded(); // what stands above grows as it is loaded
    return others.locator('[data-nf-record]').count();
  };
  await expect.poll(inOthers).toBeGreaterThan(9);
  const titles = await others.locator('[data-nf-record]').allInnerTexts();
  expect(titles.every((one) => [2, 3].includes(Number(/T-(\d+)/.exec(one)?.[1]) % 5))).toBe(true); // Vault and Cellar
  expect(await others.locator('a[href*="/new"], [data-nf-free]').count()).toBe(0);
  // a row that has too many for one call says of each day how many more it has
  const month = new Date(Date.now() + 10 * DAY_MS).toISOString().slice(0, 7);
  await open(page, `/areas?layout=${layout}&day=${month}-15`);
  const north = page.locator(`main [data-nf-${row}]`).first();
  await expect
    .poll(() => north.locator('[data-nf-more]').count())
    .toBe(layout === 'calendar' ? new Date(Number(month.slice(0, 4)), Number(month.slice(5)), 0).getDate() : 0);
  await open(page, `/areas?layout=${layout}${span}&f.area=blank`); // nothing beside the rows
  await expect.poll(rowsOf).toEqual(['North', 'South', 'Without']);
  await context.close();
});

test('a Gantt chart asks for further lines as it is scrolled', async () => {
  const { page, context } = await visit(browser, { url: product.url, as: 'ada', width: 1280 });
  const asked = watched(page);
  await open(page, '/?layout=gantt');
  await expect.poll(() => drawn(page)).toBeGreaterThan(10);
  const before = asked.records();
  await page.mouse.move(640, 500);
  await page.mouse.wheel(0, 20_000);
  await expect.poll(asked.records).toBeGreaterThan(before);
  await expect.poll(() => drawn(page)).toBeGreaterThan(10);
  expect(asked.records()).toBeLessThan(COUNT / 10);
  await context.close();
});

test.each([
  { language: 'en', width: 1280, theme: 'light' },
  { language: 'ja', width: 360, theme: 'dark' },
] as const)(
  'a map draws 200 records and says how many are there; closer it asks for those in sight, and a name opens its record ($language)',
  async (how) => {
    const { page, context } = await visit(browser, { url: product.url, as: 'ada', ...how });
    const asked = watched(page);
    await open(page, '/?layout=map');
    await page.locator('[data-nf-map="drawn"] path').first().waitFor();
    const said = page.locator('[data-nf-map] output');
    await expect.poll(() => said.innerText()).toContain('10,000');
    expect(await drawn(page)).toBe(200);
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.locator('[data-nf-map]').innerText()).toContain('Test tiles');
    const world = page.locator('[data-nf-map="drawn"] [role="region"]');
    await world.focus();
    for (let times = 0; times < 4; times += 1) {
      await page.keyboard.press('+');
      await page.waitForTimeout(400);
    }
    await expect.poll(async () => (await said.innerText()).includes('10,000')).toBe(false);
    expect(asked.records()).toBeLessThanOrEqual(200 * asked.calls());
    expect(asked.calls()).toBeLessThan(10);
    const link = page.locator('[data-nf-map] [data-nf-open]').first();
    const isSettled = async (): Promise<boolean> => {
      const before = await link.innerText();
      await page.waitForTimeout(400);
      return before === (await link.innerText());
    };
    await expect.poll(isSettled).toBe(true); // a map that is still moving asks for others
    const name = await link.innerText();
    await link.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('h1').innerText()).toContain(name);
    await context.close();
  },
);

test('the page of a record to which 10,000 refer asks for nothing of them but how many they are', async () => {
  const { page, context } = await visit(browser, { url: product.url, as: 'ada', width: 1280 });
  const { id } = (await (await page.request.get(`${product.url}/api/park/One`)).json()) as { readonly id: string };
  const seen = watched(page);
  await open(page, `/park/${id}`);
  const section = page.locator('[data-nf-related="trees"]');
  await expect.poll(() => section.locator('[data-nf-related-count]').textContent()).toBe('10,000');
  expect([seen.calls(), seen.records()]).toEqual([0, 0]);
  await section.getByRole('button', { expanded: false }).click();
  await section.locator('[data-nf-record]').first().waitFor();
  expect([seen.calls(), seen.records()]).toEqual([1, 25]);
  await context.close();
});
