import type { Page, Route } from 'playwright-core';
import type { Profile } from './browser.ts';
import type { Write } from './writes/write.ts';

/** An answer in place of that of the server; null: there is no connection. */
type Failing = { readonly status: number; readonly contentType: string; readonly body: string } | null;

function problem(code: string, status: number, more: object = { errors: [] }): Failing {
  const body = { type: `/_/errors/${code}`, title: '', status, code, params: {}, request_id: 'r1', ...more };
  return { status, contentType: 'application/problem+json', body: JSON.stringify(body) };
}

/** Every kind of failure that an answer can be. */
export const FAILURES: Readonly<Record<string, Failing>> = {
  offline: null,
  'a fault (500)': problem('fault', 500),
  'not allowed (403)': problem('forbidden', 403),
  'not there (404)': problem('not_found', 404),
  'another state (409)': problem('wrong_state', 409),
  'changed meanwhile (412)': problem('changed_meanwhile', 412),
  'refused (422)': problem('invalid', 422, { errors: [{ path: '', code: 'required', params: {} }] }),
  'too many (429)': problem('too_many_requests', 429, { errors: [], params: { seconds: 1 } }),
  'a problem without its members': problem('fault', 503, { params: null }),
  'a page of a proxy (502)': { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' },
  'a fault that cannot be read': { status: 500, contentType: 'application/json', body: '{"code"' },
  'a success that cannot be read': { status: 200, contentType: 'text/html', body: '<h1>Welcome to this network</h1>' },
  'a success without content': { status: 200, contentType: 'application/json', body: '' },
};

/** The last alert or summary that stands in the window: its text, and whether it can be seen. */
export async function said(
  page: Page,
  alert = '[data-nf-action-failure] [role="alert"], [data-nf-summary] [role="alert"]',
): Promise<{ readonly text: string; readonly isInSight: boolean }> {
  const box = page.locator(alert).filter({ visible: true }).last();
  await box.waitFor();
  return box.evaluate(async (element) => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const { top, bottom, left, right } = element.getBoundingClientRect();
    const isInWidth = left >= 0 && right <= innerWidth && document.documentElement.scrollWidth <= innerWidth;
    const isInSight = isInWidth && top >= 0 && top < innerHeight - 24 && bottom > 24;
    const onTop = element.contains(document.elementFromPoint(left + 12, Math.max(top, 0) + 12));
    return { text: (element as HTMLElement).innerText, isInSight: isInSight && onTop };
  });
}

/** Lets the call of a write fail so from now on; other calls pass. */
export async function fail(
  page: Page,
  context: Profile,
  { call, method }: Pick<Write, 'call' | 'method'>,
  failing: Failing,
): Promise<void> {
  await context.setOffline(failing === null);
  await page.unroute(call);
  if (failing === null) return;
  await page.route(call, (route) => (route.request().method() === method ? route.fulfill(failing) : route.fallback()));
}

/** A connection that is cut: the answers that were lost, and how it is mended once no call is on its way any more. */
export interface Cut {
  readonly lost: readonly string[];
  readonly mend: () => Promise<void>;
}

/**
 * Lets the call of a write reach the server from now on, and cuts the connection before its answer arrives; a call that is not about
 * records is cut before.
 */
export async function cut(page: Page, { call, method }: Write): Promise<Cut> {
  const lost: string[] = [];
  const underway = new Set<Promise<void>>();
  const lose = async (route: Route): Promise<void> => {
    if (isOfRecords(route.request().url())) lost.push(await (await route.fetch()).text());
    await route.abort('connectionreset');
  };
  const handle = async (route: Route): Promise<void> => {
    if (route.request().method() !== method) return route.fallback();
    const losing = lose(route);
    underway.add(losing);
    await losing.finally(() => underway.delete(losing));
  };
  // the page would learn from another call that the record has gone, and say that in place of what failed
  if (method === 'DELETE')
    await page.route(call, (route) =>
      route.request().method() === method ? route.fallback() : route.abort('connectionreset'),
    );
  await page.route(call, handle);
  const mend = async (): Promise<void> => {
    while (underway.size > 0) await Promise.all(underway);
    await page.unroute(call, handle);
  };
  return { lost, mend };
}

/** Whether a call to this address is about records. */
export function isOfRecords(url: string): boolean {
  return new URL(url).pathname.startsWith('/api/');
}
