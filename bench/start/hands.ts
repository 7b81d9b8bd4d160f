import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { openBrowser, visit } from '../../e2e/harness/browser.ts';
import { signedIn } from '../../e2e/harness/client.ts';
import { startProduct } from '../../e2e/harness/product.ts';
import type { Measured } from './gate.ts';
import { mainThreadTimes } from './main-thread.ts';

const FIELDS = 150;
const KINDS = ['string, max: 60', 'number', 'date', 'boolean', 'choice, options: [low, middle, high]'];
const RULES = 10;
const ROWS = 200;
const KEYS = 200;
const WHEELS = 200;
const NAVIGATIONS = 1000;
/** After so many, what is used often is compiled and the caches are filled. */
const BEFORE = 300;
const PAUSE_MS = 80;
const ROW = '[data-nf-record]';

/**
 * What hands wait for on a page that is there: ms of the main thread for a key in a form of 150 fields and for a frame
 * of 200 scrolled rows, 99 of 100 of each, and by how much the memory of the page grows in 1,000 navigations.
 */
export async function hands(): Promise<readonly Measured[]> {
  const folder = await mkdtemp(join(tmpdir(), 'ninefold-bench-hands-'));
  await writeSpecification(folder);
  const [product, browser] = await Promise.all([startProduct({ folder, demo: true }), openBrowser()]);
  try {
    await fill(product.url);
    const typed = await typing(browser, product.url);
    const scrolled = await scrolling(browser, product.url);
    const grown = await navigating(browser, product.url);
    return [
      { what: 'a key in a form of 150 fields, 99 of 100', value: typed, unit: 'ms', most: 50 },
      { what: 'a frame of 200 scrolled rows, 99 of 100', value: scrolled, unit: 'ms', most: 50 },
      { what: 'memory after 1,000 navigations', value: grown, unit: 'times', most: 1.1 },
    ];
  } finally {
    await browser.close();
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** An entity of 150 fields of five types, of which ten are worked out, ten shown on a condition, and ten have a rule. */
async function writeSpecification(folder: string): Promise<void> {
  const of = (index: number, first: string): string => `${first}${String(index)}`;
  const fields = Array.from({ length: FIELDS }, (_, index) => {
    const kind = KINDS[index % KINDS.length] ?? '';
    if (index % 15 === 1) return `${of(index, 'f')}: { type: number, computed: record.${of(index + 5, 'f')} * 2 }`;
    if (index % 15 === 5) return `${of(index, 'f')}: { type: ${kind}, visible_when: record.${of(index + 3, 'f')} }`;
    return `${of(index, 'f')}: { type: ${kind} }`;
  });
  const rules = Array.from({ length: RULES }, (_, index) => {
    const [one, other] = [of(index * 15 + 2, 'f'), of(index * 15 + 7, 'f')];
    return `later_${String(index)}: { when: "filled(record.${one}) && filled(record.${other})", check: record.${one} <= record.${other}, at: ${other} }`;
  });
  const indented = (lines: readonly string[], by: number): string =>
    lines.map((line) => `${' '.repeat(by)}${line}\n`).join('');
  await writeFile(
    join(folder, 'app.yaml'),
    `ninefold: 1
purpose: { name: hands, does: Measures what hands wait for., languages: [en] }
entities:
  paper:
    title: name
    fields:
      name: { type: string, required: true, max: 60 }
${indented(fields, 6)}rules:
  paper:
${indented(rules, 4)}roles:
  clerk: { members: everyone, paper: { create: true, read: true, update: true } }
screens:
  papers: { path: /, list: paper, columns: [name, f0, f2, f3, f4, f5, f7] }
`,
  );
  await mkdir(join(folder, 'data/demo'), { recursive: true });
  await writeFile(join(folder, 'data/demo/user.csv'), 'email,name,language,roles\nrita@example.test,Rita,en,\n');
}

async function fill(url: string): Promise<void> {
  const client = await signedIn(url, 'rita');
  for (let row = 0; row < ROWS; row += 1) {
    const answer = await client.send('POST', '/api/paper', { name: `Paper ${String(row)}`, f0: 'text', f4: 'low' });
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  }
}

async function typing(browser: Browser, url: string): Promise<number> {
  const { page, context } = await visit(browser, { url, as: 'rita' });
  await page.goto('/paper/new');
  await page.locator('main input').first().focus();
  await page.keyboard.type('first', { delay: PAUSE_MS });
  const times = await mainThreadTimes(browser, page, { name: 'EventDispatch', type: 'keydown' }, async () => {
    for (let key = 0; key < KEYS; key += 1) {
      if (key % 20 === 19) await page.keyboard.press('Tab');
      else await page.keyboard.press('1');
      await setTimeout(PAUSE_MS);
    }
  });
  await context.close();
  return highOf(times);
}

async function scrolling(browser: Browser, url: string): Promise<number> {
  const { page, context } = await visit(browser, { url, as: 'rita' });
  await page.goto(`/?size=${String(ROWS)}`);
  const last = page.locator(ROW).nth(ROWS - 1);
  await last.waitFor({ state: 'attached' });
  await page.mouse.move(600, 500);
  const times = await mainThreadTimes(browser, page, { name: 'AnimationFrame::Render' }, async () => {
    for (let turn = 0; turn < WHEELS; turn += 1) {
      await page.mouse.wheel(0, turn < WHEELS / 2 ? 100 : -100);
      await setTimeout(PAUSE_MS);
    }
  });
  await context.close();
  return highOf(times);
}

/** Goes to a record and back to its list, as a person does, and compares the memory in use after garbage collection. */
async function navigating(browser: Browser, url: string): Promise<number> {
  const { page, context } = await visit(browser, { url, as: 'rita' });
  const session = await page.context().newCDPSession(page);
  await page.goto('/');
  const there = async (times: number): Promise<number> => {
    for (let turn = 0; turn < times; turn += 2) {
      await page
        .locator(`${ROW} a`)
        .nth(turn % 20)
        .click();
      await page.locator('[data-nf-screen] h1').first().waitFor();
      await page.goBack();
      await page.locator(ROW).first().waitFor();
    }
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize, embedderHeapUsedSize, backingStorageSize } = await session.send('Runtime.getHeapUsage');
    return usedSize + embedderHeapUsedSize + backingStorageSize;
  };
  const before = await there(BEFORE);
  const after = await there(NAVIGATIONS);
  await context.close();
  return after / before;
}

/** The value that 99 of 100 stay within. */
function highOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1] ?? Number.NaN;
}
