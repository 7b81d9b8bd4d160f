import { randomInt } from 'node:crypto';
import type { ModelAnswer } from '@ninefold/model';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { seededRandom } from '../packages/server/src/costs/seeded-random.ts';
import { axeViolations } from './harness/axe.ts';
import { open, resize, type Language } from './harness/browser.ts';
import type { Client, ListBody, Person } from './harness/client.ts';
import { withProductAndBrowser } from './harness/suite.ts';

const suite = withProductAndBrowser();
const LANGUAGES = ['en', 'ja'] as const;
const THEMES = ['light', 'dark'] as const;
const THEME_IN = { en: 'light', ja: 'dark' } as const;

const { NINEFOLD_SCREENS: wanted, NINEFOLD_PROVE_SEED: given } = process.env;
const SEED = Number(given ?? randomInt(2 ** 31));

/** Every kind of screen of the example, with who looks at it. */
const SCREENS: readonly (readonly [person: Person, path: string])[] = [
  ['rita', '/'],
  ['rita', '/ask'],
  ['rita', '/my-requests'],
  ['rita', '/borrow'],
  ['rita', '/articles'],
  ['rita', '/articles/:article'],
  ['rita', '/handbook'],
  ['rita', '/assets'],
  ['rita', '/nowhere'],
  ['rita', '/_/home'],
  ['rita', '/_/password'],
  ['rita', '/_/errors'],
  ['rita', '/_/limits'],
  ['rita', '/_/search?q=laptop'],
  ['rita', '/_/trash/category'],
  ['alan', '/desk'],
  ['alan', '/desk?layout=board&size=25'],
  ['alan', '/desk/new'],
  ['alan', '/loans'],
  ['alan', '/loans?layout=gantt'],
  ['alan', '/loans/:loan'],
  ['alan', '/loan/new'],
  ['alan', '/assets/:asset'],
  ['alan', '/inventory'],
  ['alan', '/assets?layout=cards&size=25'],
  ['alan', '/stocktake/:stocktake'],
  ['alan', '/tickets/:ticket'],
  ['mona', '/_/limits/answer_hours'],
  ['mona', '/dashboard'],
  ['mona', '/tickets'],
  ['mona', '/tickets?layout=board&size=25'],
  ['mona', '/ticket'],
  ['mona', '/ticket/new'],
  ['mona', '/article/new'],
  ['mona', '/asset/new'],
  ['mona', '/stocktake'],
  ['mona', '/stocktake/new'],
  ['mona', '/categories'],
  ['mona', '/category'],
  ['mona', '/category/new'],
  ['mona', '/category/:category'],
  ['mona', '/_/trash/category'],
  ['mona', '/_/import/asset'],
  ['ada', '/people'],
  ['ada', '/user'],
  ['ada', '/user/new'],
  ['ada', '/user/:user'],
  ['ada', '/teams'],
  ['ada', '/team'],
  ['ada', '/team/new'],
  ['ada', '/team/:team'],
  ['mona', '/_/deputies'],
  ['ada', '/_/keys'],
  ['ada', '/_/audit'],
  ['ada', '/_/operate'],
  ['ada', '/_/due'],
  ['ada', '/_/spec'],
  ['ada', '/_/errors/not_found'],
];

/** Lists with so many columns that they scroll sideways inside the page in a window of 1280 px. */
const MANY_COLUMNS: ReadonlySet<string> = new Set(['/tickets', '/ticket']);

/** Fills `:entity` with the id of a record that this person sees. */
async function addressOf(client: Client, path: string): Promise<string> {
  const entity = /:([a-z_]+)/.exec(path)?.[1];
  if (!entity) return path;
  const { body } = await client.get<ListBody>(`/api/${entity}?size=1`);
  return path.replace(`:${entity}`, body.items[0]?.id ?? 'none');
}

/** Elements whose content is wider than the page, outside of those marked as scrollers that take the focus. */
function widerThanPage(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return [];
    const out = [...document.querySelectorAll('main *, header *, nav *')].filter((one) => {
      const box = one.getBoundingClientRect();
      return box.right > innerWidth + 1 && !one.closest('[tabindex="0"]');
    });
    return [
      `page ${document.documentElement.scrollWidth}`,
      ...out.slice(0, 5).map((one) => `${one.tagName}.${one.className} ${one.textContent?.slice(0, 40)}`),
    ];
  });
}

/** Buttons, labels and headings whose text is cut off. */
function cutOff(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const textWidth = (box: HTMLElement): number => {
      const range = document.createRange();
      const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
      const rects: DOMRect[] = [];
      while (walker.nextNode()) {
        const holder = walker.currentNode.parentElement;
        if (holder?.closest('.nf-hidden') || (holder && getComputedStyle(holder).clipPath !== 'none')) continue; // texts for assistive technology only take no space
        range.selectNodeContents(walker.currentNode);
        rects.push(...[...range.getClientRects()].filter((rect) => rect.width > 0));
      }
      const icons = [...box.querySelectorAll('svg')].map((svg) => svg.getBoundingClientRect());
      const texts = rects.filter((rect) => !icons.some((icon) => icon.left === rect.left && icon.top === rect.top));
      return Math.max(0, ...texts.map((rect) => rect.right)) - box.getBoundingClientRect().left;
    };
    return [...document.querySelectorAll<HTMLElement>('button, label, th, h1, h2, h3, [data-nf-state]')]
      .filter((one) => one.offsetParent !== null && getComputedStyle(one).display !== 'inline')
      .filter((one) => getComputedStyle(one).clipPath === 'none')
      .filter((one) => !one.closest('.nf-hidden') && textWidth(one) > one.getBoundingClientRect().width + 1)
      .map((one) => `${one.tagName} "${one.innerText.slice(0, 60)}"`);
  });
}

/** Tables that scroll sideways in their place. */
function scrollers(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main [role="region"][data-wide]')].map(
      (one) => `table scrolls: ${one.getAttribute('aria-label')}`,
    ),
  );
}

/** Makes every label 40 % longer, as the words of other languages are. */
function lengthen(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const one of document.querySelectorAll('button, label, th, h1, h2, h3, nav a, [data-nf-state]')) {
      const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
      const found: Text[] = [];
      while (texts.nextNode()) found.push(texts.currentNode as Text);
      for (const text of found.filter(({ data }) => /\p{L}/u.test(data))) {
        const more = Math.ceil(text.data.length * 0.4);
        text.data += ` ${'pseudo '.repeat(1 + more / 7).slice(0, Math.max(1, more - 1))}`;
      }
    }
  });
}

/** One signed-in page for each person and language, used for the whole file: the screens are opened one after the other. */
const pages = new Map<string, Promise<Page>>();

function pageOf(person: Person, language: Language): Promise<Page> {
  const key = `${suite.product().url} ${person} ${language}`; // a second try has another product
  const known = pages.get(key) ?? suite.visit({ as: person, language }).then(({ page }) => page);
  pages.set(key, known);
  return known;
}

/** The smallest page size of a list: what is wrong with one row is wrong with all. */
function shortened(address: string): string {
  return address.includes('?') ? address : `${address}?size=25`;
}

/** Switches the theme of the system and waits until the colours are drawn. */
async function inTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.locator(`html[data-mantine-color-scheme="${theme}"]`).waitFor({ state: 'attached' });
  // one that follows a scroller never ends
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, timeline }) => playState !== 'running' || timeline !== document.timeline),
  );
}

/** The languages in which the screen at a place of `SCREENS` is looked at: one that is drawn, or with `NINEFOLD_SCREENS=all` both. */
function drawnLanguages(at: number): { readonly languages: readonly Language[]; readonly named: string } {
  const drawn = seededRandom(SEED + at)() < 0.5 ? 'en' : 'ja';
  const languages = wanted === 'all' ? LANGUAGES : ([drawn] as const);
  return { languages, named: languages.join(' and ') };
}

/** Beside the look at 1280 px, with `NINEFOLD_SCREENS=all`. */
const OTHER_WIDTHS = [360, 768, 1920] as const;

/**
 * Collects everything that is wrong with one screen in some languages: axe at 1280 px, tables that scroll, texts that are
 * cut off, and sideways scrolling at 768 and 320 px. A theme has the same colours in each language, and a language the same structure
 * in each theme: each pair is looked at once, and with `NINEFOLD_SCREENS=all` every pair at every width.
 */
async function problemsOf(person: Person, address: string, languages: readonly Language[]): Promise<readonly string[]> {
  const found: string[] = [];
  const note = (look: string, problems: readonly string[]): void =>
    void found.push(...problems.map((one) => `${look}: ${one}`));
  const look = async (language: Language): Promise<void> => {
    const page = await pageOf(person, language);
    await page.setViewportSize({ width: 1280, height: 900 });
    await open(page, shortened(address));
    await inTheme(page, THEME_IN[language]);
    note(`${language} ${THEME_IN[language]}`, await axeViolations(page));
    if (!MANY_COLUMNS.has(address)) note(language, await scrollers(page));
    note(language, await cutOff(page));
    for (const width of [768, 320]) {
      await resize(page, width, 700);
      note(`${language} ${String(width)}`, await widerThanPage(page));
    }
    await lengthen(page);
    note(`${language} 320, +40 %`, await cutOff(page));
    if (wanted === 'all') await lookAtAll(page, language);
  };
  const lookAtAll = async (page: Page, language: Language): Promise<void> => {
    for (const width of OTHER_WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await open(page, shortened(address));
      for (const theme of THEMES) {
        await inTheme(page, theme);
        note(`${language} ${theme} ${String(width)}`, [...(await axeViolations(page)), ...(await widerThanPage(page))]);
      }
      note(`${language} ${String(width)}`, await cutOff(page));
    }
  };
  await Promise.all(languages.map(look));
  return found;
}

test('the screens below are all that the example has, for everybody', async () => {
  const written = new Set(SCREENS.map(([, path]) => path.replace(/:.*/, ':id')));
  const people: readonly Person[] = ['rita', 'alan', 'mona', 'ada'];
  const models = await Promise.all(
    people.map(async (person) => (await (await suite.client(person)).get<ModelAnswer>('/_/model')).body),
  );
  const paths = models.flatMap(({ model }) => model.screens.map(({ path }) => path));
  expect([...new Set(paths)].filter((path) => !written.has(path))).toEqual([]);
});

test.each(SCREENS.map(([person, path], at) => ({ person, path, ...drawnLanguages(at) })))(
  `A8 A54 A56 $person sees $path in $named: no axe violation, nothing cut off even 40 % longer, no scrolling sideways at 320 and 768 and no table that does at 1280 (seed ${String(SEED)})`,
  async ({ person, path, languages }) => {
    expect(await problemsOf(person, await addressOf(await suite.client(person), path), languages)).toEqual([]);
  },
);

test.each(THEMES)('A56 the sign-in page and a form with errors (%s) have no axe violation', async (theme) => {
  const found: string[] = [];
  for (const language of LANGUAGES) {
    const out = await suite.visit({ language, theme });
    await open(out.page, '/_/sign-in');
    found.push(...(await axeViolations(out.page)));
    await out.context.close();
    const page = await pageOf('rita', language);
    await page.setViewportSize({ width: 1280, height: 900 });
    await open(page, '/ask');
    await inTheme(page, theme);
    await page.locator('main [data-nf-save]').click();
    await page.locator('[data-nf-summary]').waitFor();
    found.push(...(await axeViolations(page)));
  }
  expect(found).toEqual([]);
});

/** Whether the fonts of the page draw two characters differently: characters without a glyph all look alike. */
function drawsJapanese(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const drawn = (text: string): string => {
      const canvas = document.createElement('canvas');
      const pen = canvas.getContext('2d');
      if (!pen) return text;
      pen.font = `32px ${getComputedStyle(document.body).fontFamily}`;
      pen.fillText(text, 4, 40);
      return canvas.toDataURL();
    };
    return new Set(['漢', '期', 'あ', '\u{10FFFD}'].map(drawn)).size === 4;
  });
}

test.each(THEMES)(
  'A55 Japanese is drawn, headings break between phrases, and a state is readable without colour (%s)',
  async (theme) => {
    const page = await pageOf('alan', 'ja');
    await page.setViewportSize({ width: 1280, height: 900 });
    await open(page, '/desk');
    await inTheme(page, theme);
    expect(await drawsJapanese(page)).toBe(true);
    expect(await page.locator('h1').evaluate((one) => getComputedStyle(one).wordBreak)).toBe('auto-phrase');
    const states = page.locator('main [data-nf-state]');
    expect(await states.count()).toBeGreaterThan(0);
    for (const state of await states.all()) {
      expect(await state.innerText()).toMatch(/\S/);
      expect(await state.locator('svg').count()).toBe(1);
    }
  },
);
