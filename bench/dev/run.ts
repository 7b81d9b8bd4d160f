import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openBrowser, visit } from '../../e2e/harness/browser.ts';
import { startProduct } from '../../e2e/harness/product.ts';

const EXAMPLE = join(import.meta.dirname, '../../examples/service-desk');
const WARM = 3;
const TIMES = 10;

const HINT = 'In a few words: what do you need?';
const FIELD = 'details: { type: text,';

/** A file, the text in it that is changed, and what the form for requests shows then. */
interface Change {
  readonly file: string;
  readonly written: (turn: number) => readonly [from: string, to: string];
  readonly shown: (turn: number) => string;
}

const CHANGES: Readonly<Record<string, Change>> = {
  'a text in a locale file': {
    file: 'locales/en/ticket.json',
    written: (turn) => [HINT, `Turn ${String(turn)}`],
    shown: (turn) => `text=Turn ${String(turn)}`,
  },
  'a field in a file of YAML': {
    file: 'ticket.yaml',
    written: (turn) => [FIELD, `${FIELD} example: Number ${String(turn)},`],
    shown: (turn) => `text=Number ${String(turn)}`,
  },
};

/** The time from saving a file until an open page shows the change. The median of ten, including the work of the server. */
async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'ninefold-bench-dev-'));
  await cp(EXAMPLE, folder, { recursive: true });
  const [product, browser] = await Promise.all([startProduct({ folder, command: 'dev' }), openBrowser()]);
  try {
    const { page } = await visit(browser, { url: product.url, as: 'rita' });
    await page.goto('/ask');
    await page.getByText(HINT).waitFor();
    for (const [name, change] of Object.entries(CHANGES)) {
      const times = await measured(page, folder, change);
      const served = [...product.said().matchAll(/ (\d+) ms/g)].slice(-TIMES).map(([, ms]) => Number(ms));
      console.log(`${name}: ${middle(times)} ms until it is shown, of which the server ${middle(served)} ms`);
    }
  } finally {
    await browser.close();
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measured(page: Page, folder: string, { file, written, shown }: Change): Promise<readonly number[]> {
  const path = join(folder, file);
  const original = await readFile(path, 'utf8');
  const times: number[] = [];
  for (let turn = 1; turn <= WARM + TIMES; turn += 1) {
    const [from, to] = written(turn);
    if (!original.includes(from)) throw new Error(`${file} does not say ${from}`);
    const begun = performance.now();
    await writeFile(path, original.replace(from, to));
    await page.locator(shown(turn)).waitFor();
    times.push(performance.now() - begun);
  }
  return times.slice(WARM);
}

function middle(times: readonly number[]): string {
  return (times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN).toFixed(0);
}

await main();
