// What paper shows: the whole content on the width of a sheet, nothing that can be pressed, dark on white, and who printed it.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { open, resize } from './harness/browser.ts';
import type { ListBody, Person } from './harness/client.ts';
import { withProductAndBrowser } from './harness/suite.ts';

const suite = withProductAndBrowser();

/** What is left of the short and of the long side between the margins of 14 mm, in px of 1/96 inch. */
const SHEETS = { A4: [210, 297], Letter: [215.9, 279.4] } as const;
const within = (mm: number): number => Math.floor(((mm - 28) * 96) / 25.4);

const PAGES: readonly (readonly [name: string, as: Person, path: string])[] = [
  ['a record', 'mona', '/tickets/'],
  ['a list', 'mona', '/tickets?sort=-due&search=printer&f.priority=in:high,urgent,normal'],
  ['a home', 'mona', '/'],
  ['what waits', 'mona', '/_/home'],
  ['what happens by itself', 'mona', '/_/due'],
  ['the catalogue', 'mona', '/_/errors'],
  ['the specification', 'ada', '/_/spec'],
  ['cards', 'mona', '/assets?layout=cards'],
  ['a board', 'mona', '/tickets?layout=board&size=25'],
  ['a month of a calendar', 'mona', '/loans?layout=calendar&rows=off'],
  ['a week of a calendar by rows', 'mona', '/loans?layout=calendar&span=week'],
  ['a Gantt chart', 'mona', '/loans?layout=gantt'],
];

/** They lie across their sheets. */
const WIDE = /layout=(board|calendar|gantt)/;

/** What can be seen of a page as it is printed. */
function onPaper(page: Page) {
  return page.evaluate(() => {
    const root = document.documentElement;
    const isDrawn = (element: Element): boolean => element.checkVisibility() && element.getClientRects().length > 0;
    const light = (color: string): number => Math.min(...(color.match(/\d+/g) ?? ['0']).slice(0, 3).map(Number));
    const words = [...document.querySelectorAll('main :is(h1, h2, th, td, dt, dd, p, a)')].filter(isDrawn);
    return {
      wider: root.scrollWidth - root.clientWidth,
      pressed: [...document.querySelectorAll('button, [role="button"], [role="searchbox"], nav a, header a')]
        .filter((element) => isDrawn(element) && !element.closest('thead, [data-nf-step], [data-nf-group] h3'))
        .map((element) => element.outerHTML.slice(0, 120)),
      scrolled: [...document.querySelectorAll('main *')]
        .filter((element) => isDrawn(element) && /auto|scroll/.test(getComputedStyle(element).overflow))
        .map((element) => element.className),
      pale: words.filter((word) => light(getComputedStyle(word).color) > 160).length,
      words: words.length,
      dark: getComputedStyle(document.body).backgroundColor === 'rgba(0, 0, 0, 0)' ? 0 : 1,
      heads: [...document.querySelectorAll('thead')].map((head) => getComputedStyle(head).display),
      inHeads: [...document.querySelectorAll('thead button')].map((button) => getComputedStyle(button).display),
      sheet: getComputedStyle(root).getPropertyValue('--nf-sheet'),
      chips: [...document.querySelectorAll<HTMLElement>('main [data-nf-chip]')]
        .filter(isDrawn)
        .map((chip) => chip.innerText.trim()),
    };
  });
}

test.each(
  PAGES.flatMap(([name, as, path], at) => {
    const [one, other] = at % 2 ? (['dark', 'light'] as const) : (['light', 'dark'] as const);
    const a4 = { name, as, path, sheet: 'A4', language: 'en', theme: one } as const;
    const letter = { name, as, path, sheet: 'Letter', language: 'ja', theme: other } as const;
    // Layouts lie on both sheets in the same way: each is printed on one.
    return !path.includes('layout=') ? [a4, letter] : [at % 2 ? a4 : letter];
  }),
)('A12 $name prints on $sheet in $language from the $theme theme', async ({ as, path, sheet, language, theme }) => {
  const { page, context, account } = await suite.visit({ as, language, theme });
  const record = path.endsWith('/tickets/') ? (await ticket()).id : '';
  await open(page, path + record);
  await page.emulateMedia({ media: 'print', colorScheme: theme });
  const [short, long] = SHEETS[sheet];
  await resize(page, within(WIDE.test(path) ? long : short), 1000);
  if (path.includes('layout=')) await page.locator('main [data-nf-record]').first().waitFor();
  await expect.poll(() => onPaper(page)).toMatchObject({ wider: 0, pressed: [], scrolled: [], pale: 0, dark: 0 });
  const seen = await onPaper(page);
  expect(seen.words).toBeGreaterThan(2);
  expect(seen.heads.filter((display) => display !== 'table-header-group')).toEqual([]);
  expect(seen.inHeads.filter((display) => display !== 'contents')).toEqual([]);
  expect(seen.sheet).toContain(language === 'ja' ? `印刷：${account?.name}` : `Printed by ${account?.name}`);
  expect(seen.chips).toHaveLength(path.includes('search=') ? 2 : 0);
  const pdf = (await page.pdf({ format: sheet, preferCSSPageSize: true })).toString('latin1');
  const [, width, height] = /MediaBox \[0 0 ([\d.]+) ([\d.]+)/.exec(pdf) ?? [];
  expect(Number(width) > Number(height)).toBe(WIDE.test(path));
  await context.close();
});

/** A ticket with a history, as the demonstration data has many. */
async function ticket(): Promise<ListBody['items'][number]> {
  const { body } = await (await suite.client('mona')).get<ListBody>('/api/ticket?f.state=in:waiting,solved&size=1');
  const [first] = body.items;
  if (first === undefined) throw new Error('no ticket waits and none is solved');
  return first;
}

test('a printed board and a printed calendar say what is not on paper', async () => {
  const { page, context } = await suite.visit({ as: 'mona', language: 'ja' });
  await open(page, '/tickets?layout=board');
  await page.locator('[data-nf-column="normal"] [data-nf-record]').first().waitFor();
  await page.emulateMedia({ media: 'print' });
  const told = page.locator('[data-nf-column="normal"] [data-nf-printed-part]');
  await expect.poll(() => told.innerText()).toMatch(/件中1～25件目/);
  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize({ width: 1280, height: 200 });
  await open(page, '/loans?layout=calendar');
  await page.locator('[data-nf-calendar] [data-nf-record]').first().waitFor();
  const missing = page.locator('[data-nf-not-printed]').last();
  expect(await missing.isVisible()).toBe(false);
  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => missing.isVisible()).toBe(true);
  await context.close();
});

test('a printed list says that it is a part, where it is one', async () => {
  const { page, context } = await suite.visit({ as: 'mona', language: 'en' });
  await open(page, '/tickets?size=25');
  const told = page.locator('[data-nf-printed-part]');
  expect(await told.isVisible()).toBe(false);
  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => told.innerText()).toMatch(/^Only records 1–25 of [\d,]+ are printed\./);
  await page.emulateMedia({ media: 'screen' });
  await open(page, '/tickets?search=nothingofthiskind');
  expect(await told.count()).toBe(0);
  await context.close();
});
