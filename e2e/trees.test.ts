// The page of a record of a tree: what stands above it, and what below.
import { expect, test } from 'vitest';
import { axeViolations } from './harness/axe.ts';
import { open } from './harness/browser.ts';
import type { RecordBody } from './harness/client.ts';
import { ADA, startApplication } from './harness/own-application.ts';
import { withProductAndBrowser } from './harness/suite.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: rooms, languages: [en, ja], time_zone: UTC }
entities:
  room:
    title: name
    tree: inside
    label: Room
    label_many: Rooms
    fields:
      name: { type: string, required: true, label: Name }
      inside: { type: reference, to: room, label: Inside }
      seats: { type: integer, label: Seats }
roles:
  boss: { members: everyone, room: all, user: { read: true } }
  administrator: { runtime: [users], user: { read: true, grant: [boss] } }
screens:
  rooms: { path: /rooms, list: room }
`;
const JA = {
  entities: {
    room: {
      label: '部屋',
      label_many: '部屋',
      fields: { name: { label: '名前' }, inside: { label: '上位の部屋' }, seats: { label: '座席数' } },
    },
  },
};

const suite = withProductAndBrowser(() =>
  startApplication({ 'app.yaml': SPECIFICATION, 'locales/ja/app.json': JSON.stringify(JA), ...ADA }),
);
const CRUMBS = 'header nav ol li';

/** Rooms one inside the other, the outermost first; their ids. */
async function rooms(...names: readonly string[]): Promise<readonly string[]> {
  const ada = await suite.client('ada');
  const ids: string[] = [];
  for (const name of names) {
    const body = { name, seats: 4, ...(ids.length > 0 && { inside: ids.at(-1) ?? '' }) };
    const { body: made, status } = await ada.send<RecordBody>('POST', '/api/room', body);
    expect(status).toBe(201);
    ids.push(made.id);
  }
  return ids;
}

/** What Ada sees in the list of all rooms. */
async function chooseTotals(totals: boolean): Promise<void> {
  const look = { columns: null, pinned: 1, height: 40, totals };
  const { status } = await (await suite.client('ada')).send('POST', '/_/looks', { of: 'rooms', look });
  expect(status).toBe(204);
}

test('what stands above a record leads to it from the breadcrumb, with one call, and follows a change', async () => {
  const [site = '', floor = '', desk = ''] = await rooms('Harbour site', 'First floor', 'Window desk');
  const { page } = await suite.visit({ as: 'ada' });
  const calls: string[] = [];
  page.on('request', (request) => void (request.url().includes('/_/path/') && calls.push(request.url())));
  await open(page, `/room/${desk}`);
  const crumbs = () => page.locator(CRUMBS).allInnerTexts();
  await expect.poll(crumbs).toEqual(['Rooms', 'Harbour site', 'First floor', 'Window desk']);
  expect(calls).toHaveLength(1);

  const ada = await suite.client('ada');
  expect((await ada.send('PATCH', `/api/room/${floor}`, { name: 'Second floor' })).status).toBe(200);
  await expect.poll(crumbs).toEqual(['Rooms', 'Harbour site', 'Second floor', 'Window desk']);
  await page.locator(CRUMBS).getByRole('link', { name: 'Second floor' }).press('Enter');
  await page.waitForURL(`**/room/${floor}`);
  await expect.poll(crumbs).toEqual(['Rooms', 'Harbour site', 'Second floor']);
  await page.locator('[data-nf-related-open]').press('Enter');
  await page.locator(`[data-nf-related] tr[data-nf-record="${desk}"]`).waitFor();

  calls.length = 0;
  await page.locator(CRUMBS).getByRole('link', { name: 'Harbour site' }).press('Enter');
  await page.waitForURL(`**/room/${site}`);
  await expect.poll(crumbs).toEqual(['Rooms', 'Harbour site']);
  expect(calls).toEqual([]);
});

test('a section of related records has sums where the list of its entity has them', async () => {
  const [site = ''] = await rooms('Hill site', 'Hall', 'Stage');
  const ada = await suite.client('ada');
  await ada.send('POST', '/api/room', { name: 'Lounge', seats: 9, inside: site });
  const { page } = await suite.visit({ as: 'ada' });
  const opened = async (): Promise<void> => {
    await open(page, `/room/${site}`);
    await page.locator('[data-nf-related-open]').press('Enter');
    await page.locator('[data-nf-related] tbody tr').nth(1).waitFor();
  };
  await chooseTotals(false);
  await opened();
  expect(await page.locator('[data-nf-totals]').count()).toBe(0);
  await chooseTotals(true);
  await opened();
  const totals = page.locator('[data-nf-related] [data-nf-totals] [data-nf-field="seats"]');
  await expect.poll(() => totals.locator('[data-nf-sum]').innerText()).toBe('13');
  await page.locator('[data-nf-related]').getByRole('searchbox').fill('Lounge');
  await page.keyboard.press('Enter');
  await expect.poll(() => totals.locator('[data-nf-sum]').innerText()).toBe('9');
});

test.each([
  { theme: 'light', width: 1280, language: 'en', names: ['Harbour site', 'First floor of the old building', 'Desk'] },
  { theme: 'dark', width: 360, language: 'ja', names: ['横浜港の事業所', '旧館の一階にある大きな会議室', '窓際の席'] },
] as const)('path, children and sums are open to everybody: $theme, $width pixels, $language', async (look) => {
  const [, floor = '', desk = ''] = await rooms(...look.names);
  await chooseTotals(true);
  const { page } = await suite.visit({ as: 'ada', language: look.language, theme: look.theme });
  await page.emulateMedia({ colorScheme: look.theme });
  await page.setViewportSize({ width: look.width, height: 800 });
  const isInOrder = async (shot: string): Promise<void> => {
    const shots = process.env['NINEFOLD_SHOTS'];
    if (shots !== undefined) await page.screenshot({ path: `${shots}/tree-${shot}-${look.theme}.png`, fullPage: true });
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(look.width);
  };
  await open(page, `/room/${desk}`);
  await expect.poll(() => page.locator(CRUMBS).count()).toBe(4);
  await isInOrder('desk');

  await open(page, `/room/${floor}`);
  await page.locator('[data-nf-related-open]').press('Enter');
  const totals = page.locator('[data-nf-related] [data-nf-totals]');
  await totals.locator('[data-nf-sum]').waitFor();
  await isInOrder('floor');
  // as wide as the rows above it; where these are cards without heads it names its fields
  const [rows, sums] = [await page.locator('[data-nf-related] tbody').boundingBox(), await totals.boundingBox()];
  expect(Math.abs((rows?.width ?? 0) - (sums?.width ?? 0))).toBeLessThan(2);
  expect(await totals.locator('td').count()).toBe(3);
  const label = totals.getByText(look.language === 'ja' ? '座席数' : 'Seats');
  expect(await label.isVisible()).toBe(look.width < 720);
});
