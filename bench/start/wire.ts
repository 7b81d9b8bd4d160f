import { setTimeout } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, visit } from '../../e2e/harness/browser.ts';
import { startProduct } from '../../e2e/harness/product.ts';
import { middleOf, type Measured } from './gate.ts';

const TIMES = 5;
const KB = 1000;
/** The list of the agent's own tickets. */
const LIST = '/desk';
/**
 * The page counts as loaded after this long without incoming data. The network is never idle, since the change feed
 * stays open.
 */
const QUIET_MS = 1000;
const ROW = '[data-nf-record]';

/** What the pages of the service desk take: kB on the wire with headers, and ms until the wanted content is shown. */
export async function wire(): Promise<readonly Measured[]> {
  const [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  try {
    const signIn = await repeated(() => fresh(browser, product.url, { signedIn: false, path: '/', wanted: 'form' }));
    const cold = await repeated(() => fresh(browser, product.url, { signedIn: true, path: LIST, wanted: ROW }));
    const warm = await inOneProfile(browser, product.url);
    return [
      { what: 'sign-in page, all on the wire', value: signIn.kb, unit: 'kB', most: 120 },
      { what: 'list, cold cache, all on the wire', value: cold.kb, unit: 'kB', most: 300 },
      { what: 'navigation to rows, cold cache', value: cold.ms, unit: 'ms', most: 400 },
      { what: 'navigation to rows, warm cache', value: warm, unit: 'ms', most: 150 },
    ];
  } finally {
    await browser.close();
    await product.stop();
  }
}

interface Loaded {
  readonly kb: number;
  readonly ms: number;
}

async function repeated(once: () => Promise<Loaded>): Promise<Loaded> {
  const all: Loaded[] = [];
  for (let turn = 0; turn <= TIMES; turn += 1) all.push(await once());
  const counted = all.slice(1);
  return { kb: middleOf(counted.map(({ kb }) => kb)), ms: middleOf(counted.map(({ ms }) => ms)) };
}

/** Opens a page in a fresh profile and waits until it requests nothing more. */
async function fresh(
  browser: Browser,
  url: string,
  { signedIn, path, wanted }: { readonly signedIn: boolean; readonly path: string; readonly wanted: string },
): Promise<Loaded> {
  const { page, context } = await visit(browser, signedIn ? { url, as: 'alan' } : { url });
  const received = await bytesOf(page);
  const ms = await shownAfter(page, path, wanted);
  let before = -1;
  while (received() !== before) {
    before = received();
    await setTimeout(QUIET_MS);
  }
  await context.close();
  return { kb: received() / KB, ms };
}

async function inOneProfile(browser: Browser, url: string): Promise<number> {
  const { page, context } = await visit(browser, { url, as: 'alan' });
  const times: number[] = [];
  for (let turn = 0; turn <= TIMES; turn += 1) {
    times.push(await shownAfter(page, LIST, ROW));
    await page.goto('about:blank');
  }
  await context.close();
  return middleOf(times.slice(1));
}

async function shownAfter(page: Page, path: string, wanted: string): Promise<number> {
  const begun = performance.now();
  await page.goto(path, { waitUntil: 'commit' });
  await page.locator(wanted).first().waitFor();
  return performance.now() - begun;
}

/** Counts what comes in over the wire. */
async function bytesOf(page: Page): Promise<() => number> {
  const session = await page.context().newCDPSession(page);
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await session.send('Network.enable');
  return () => bytes;
}
