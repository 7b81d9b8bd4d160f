import type { Page } from 'playwright-core';

/** What came in over the wire. */
export interface Received {
  /** `GET /path?query` in the order in which they were sent. */
  readonly requests: readonly string[];
  /** Headers and bodies as they were sent, in bytes. */
  readonly bytes: number;
}

/** Counts what a page loads from now on, except the feed of changes, which never ends. */
export async function watchWire(page: Page): Promise<() => Received> {
  const session = await page.context().newCDPSession(page);
  const requests: string[] = [];
  let bytes = 0;
  session.on('Network.requestWillBeSent', ({ request: { method, url } }) => {
    const { pathname, search } = new URL(url);
    if (!pathname.startsWith('/_/live')) requests.push(`${method} ${pathname}${search}`);
  });
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await session.send('Network.enable');
  return () => ({ requests: [...requests], bytes });
}
