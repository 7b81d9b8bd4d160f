import { setTimeout } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, visit } from '../../e2e/harness/browser.ts';
import { startProduct } from '../../e2e/harness/product.ts';
import { watchWire, type Received } from '../../e2e/harness/wire.ts';
import { middleOf, type Measured } from './gate.ts';

const TIMES = 5;
const KB = 1000;
/** The list of the agent's own tickets. */
const LIST = '/desk';
/**
 * The page counts as loaded after this long without incoming data. The network is never idle, since the change feed
 * stays open.
 */
const QUIET_MS = 3000;
/** A slow line, a slow machine, and other programs on it. */
const LONGEST_MS = 120_000;
/** A row, be it drawn before the application or by it. */
const ROW = '[data-nf-first-rows] tbody tr, [data-nf-record]';
/** A processor four times slower, on a line of 1.6 Mbit/s with 150 ms for a round trip. */
const SLOW = { cpu: 4, bytesPerSecond: 200_000, latency: 150 };

/** What the pages of the service desk take: kB on the wire with headers, and ms until the wanted content is shown. */
export async function wire(): Promise<readonly Measured[]> {
  const [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  const measured = async (visited: Visited): Promise<Loaded> => {
    const all: Loaded[] = [];
    for (let turn = 0; turn <= TIMES; turn += 1) all.push(await fresh(browser, product.url, visited));
    const middle = (of: keyof Loaded): number => middleOf(all.slice(1).map((loaded) => loaded[of]));
    return { requests: middle('requests'), kbBefore: middle('kbBefore'), kb: middle('kb'), ms: middle('ms') };
  };
  try {
    const signIn = await measured({ signedIn: false, path: '/', wanted: 'form', slow: false });
    const cold = await measured({ signedIn: true, path: LIST, wanted: ROW, slow: false });
    const slow = await measured({ signedIn: true, path: LIST, wanted: ROW, slow: true });
    const warm = await inOneProfile(browser, product.url);
    return [
      { what: 'sign-in page, all on the wire', value: signIn.kb, unit: 'kB', most: 110 },
      { what: 'list, cold cache, requests before the rows', value: cold.requests, unit: '', most: 12 },
      { what: 'list, cold cache, before the rows', value: cold.kbBefore, unit: 'kB', most: 180 },
      { what: 'list, cold cache, all on the wire', value: cold.kb, unit: 'kB', most: 260 },
      { what: 'navigation to rows, cold cache', value: cold.ms, unit: 'ms', most: 450 },
      { what: 'the same on a slow line and machine', value: slow.ms, unit: 'ms', most: 2600 },
      { what: 'navigation to rows, warm cache', value: warm, unit: 'ms', most: 200 },
    ];
  } finally {
    await browser.close();
    await product.stop();
  }
}

/** What is opened, and by whom. */
interface Visited {
  readonly signedIn: boolean;
  readonly path: string;
  /** The element that is waited for. */
  readonly wanted: string;
  readonly slow: boolean;
}

interface Loaded {
  /** Sent before the wanted content was shown. */
  readonly requests: number;
  readonly kbBefore: number;
  /** Of a slow page it is not asked: the same comes as of any. */
  readonly kb: number;
  readonly ms: number;
}

/** Opens a page twice, each time in a fresh profile: until the wanted content is shown, and until it requests nothing more. */
async function fresh(browser: Browser, url: string, visited: Visited): Promise<Loaded> {
  const { ms, requests, bytes } = await load(browser, url, visited, visited.wanted);
  const all = visited.slow ? null : await load(browser, url, visited);
  return { requests: requests.length, kbBefore: bytes / KB, kb: (all?.bytes ?? 0) / KB, ms };
}

/** Opens a page and waits until it requests nothing more; counts what came before an element `until` was shown, else all. */
async function load(
  browser: Browser,
  url: string,
  { signedIn, path, wanted, slow }: Visited,
  until?: string,
): Promise<Received & { readonly ms: number }> {
  const { page, context } = await visit(browser, signedIn ? { url, as: 'alan' } : { url });
  const received = await watchWire(page, until);
  if (slow) await slowDown(page);
  const ms = await shownAfter(page, path, wanted);
  let [before, now] = [-1, await received()];
  while (now.bytes !== before) {
    before = now.bytes;
    await setTimeout(QUIET_MS);
    now = await received();
  }
  await context.close();
  return { ...now, ms };
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { cpu, bytesPerSecond, latency } = SLOW;
  const throughput = { downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond };
  await session.send('Network.emulateNetworkConditions', { offline: false, latency, ...throughput });
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpu });
}

/** Opens the list again and again in one profile, each time in a new tab, as it is opened in a fresh one. */
async function inOneProfile(browser: Browser, url: string): Promise<number> {
  const { context } = await visit(browser, { url, as: 'alan' });
  const times: number[] = [];
  for (let turn = 0; turn <= TIMES; turn += 1) {
    const page = await context.newPage();
    times.push(await shownAfter(page, LIST, ROW));
    await page.locator('[data-nf-record]').first().waitFor();
    await page.close();
  }
  await context.close();
  return middleOf(times.slice(1));
}

async function shownAfter(page: Page, path: string, wanted: string): Promise<number> {
  const begun = performance.now();
  await page.goto(path, { waitUntil: 'commit' });
  await page.locator(wanted).first().waitFor({ timeout: LONGEST_MS });
  return performance.now() - begun;
}
