import type { Browser, Page } from 'playwright-core';

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Begin, in µs of the machine's clock. */
  readonly ts: number;
  /** Processor time of the thread, in µs. */
  readonly tdur?: number;
  readonly args: { readonly data?: { readonly type?: string }; readonly name?: string };
}

/** The events that begin a span: by name, and by the type of a dispatched event. */
export interface Boundary {
  readonly name: string;
  readonly type?: string;
}

/** The processor time of the page's main thread from each boundary to the next, in ms, while `act` runs. */
export async function mainThreadTimes(
  browser: Browser,
  page: Page,
  boundary: Boundary,
  act: () => Promise<void>,
): Promise<readonly number[]> {
  await browser.startTracing(page, {
    categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'toplevel'],
  });
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    readonly traceEvents: readonly TraceEvent[]; // Chromium writes it
  };
  const isBoundary = ({ name, args }: TraceEvent): boolean =>
    name === boundary.name && (boundary.type === undefined || args.data?.type === boundary.type);
  const first = traceEvents.find(isBoundary);
  if (first === undefined) throw new Error(`The trace has no ${boundary.name}.`);
  const own = traceEvents.filter(({ pid, tid }) => pid === first.pid && tid === first.tid);
  const begins = own.filter(isBoundary).map(({ ts }) => ts);
  const tasks = own.filter(({ name }) => name === 'RunTask');
  return begins.map((begin, index) => {
    const end = begins[index + 1] ?? Infinity;
    const within = tasks.filter(({ ts, tdur = 0 }) => ts + tdur > begin && ts < end);
    return within.reduce((sum, { tdur = 0 }) => sum + tdur / 1000, 0);
  });
}
