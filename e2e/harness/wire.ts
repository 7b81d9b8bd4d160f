import type { Page } from 'playwright-core';

/** What came in over the wire. */
export interface Received {
  /** `GET /path?query` in the order in which they were sent. */
  readonly requests: readonly string[];
  /** Headers and bodies as they were sent, in bytes. */
  readonly bytes: number;
}

interface Load {
  readonly request: string;
  /** When it was asked for, in seconds since 1970, and by the clock of the protocol. */
  readonly asked: number;
  readonly timestamp: number;
  readonly bytes?: number;
  readonly arrived?: number;
}

/**
 * Counts what a page loads from now on, except the feed of changes, which never ends. With `until` it counts what was asked
 * for, and what had arrived, before the first such element stood on the page, however late the test looks.
 */
export async function watchWire(page: Page, until?: string): Promise<() => Promise<Received>> {
  const session = await page.context().newCDPSession(page);
  const loads = new Map<string, Load>();
  session.on('Network.requestWillBeSent', ({ requestId, request: { method, url }, wallTime, timestamp }) => {
    const { pathname, search } = new URL(url);
    loads.set(requestId, { request: `${method} ${pathname}${search}`, asked: wallTime, timestamp });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) => {
    const load = loads.get(requestId);
    if (load === undefined) return;
    loads.set(requestId, { ...load, bytes: encodedDataLength, arrived: load.asked + timestamp - load.timestamp });
  });
  await session.send('Network.enable');
  if (until !== undefined) await page.addInitScript(noteFirst, until);
  return async () => {
    const end = until === undefined ? Infinity : await page.evaluate(() => Number(Reflect.get(window, 'firstStood')));
    const before = [...loads.values()].filter(({ asked }) => asked * 1000 <= end);
    const arrived = before.filter((load) => (load.arrived ?? Infinity) * 1000 <= end);
    return {
      requests: before.map(({ request }) => request).filter((request) => !request.startsWith('GET /_/live')),
      bytes: arrived.reduce((sum, load) => sum + (load.bytes ?? 0), 0),
    };
  };
}

/** Runs in the page: writes down when the first such element is about to be painted, with the style sheets that this waits for. */
function noteFirst(selector: string): void {
  const observer = new MutationObserver(() => {
    if (document.querySelector(selector) === null) return;
    observer.disconnect();
    requestAnimationFrame(() => Reflect.set(window, 'firstStood', performance.timeOrigin + performance.now()));
  });
  observer.observe(document, { childList: true, subtree: true });
}
