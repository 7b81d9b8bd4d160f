import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSource } from './source.ts';

/** The browser's side of a connection, as far as a page sees it. */
class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  static opened: FakeEventSource[] = [];
  readyState = 1;
  readonly url: string;

  constructor(url: string) {
    super();
    this.url = url;
    FakeEventSource.opened.push(this);
  }

  close(): void {
    this.readyState = FakeEventSource.CLOSED;
  }

  receive(type: string, id: string, data: object): void {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data), lastEventId: id }));
  }

  lose(): void {
    this.readyState = 0;
    this.dispatchEvent(new Event('error'));
  }

  refuse(): void {
    this.readyState = FakeEventSource.CLOSED;
    this.dispatchEvent(new Event('error'));
  }
}

beforeEach(() => {
  FakeEventSource.opened = [];
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', FakeEventSource);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const last = (): FakeEventSource | undefined => FakeEventSource.opened.at(-1);

test('a page that is sent elsewhere connects again within a second, behind the last event, and then waits longer after each refusal', () => {
  const ready: string[] = [];
  let refused = 0;
  const source = createSource({
    onChanged: () => undefined,
    onCommented: () => undefined,
    onNotified: () => undefined,
    onLimits: () => undefined,
    onReady: (since, model) => ready.push(`${since} ${model}`),
    onRefused: () => (refused += 1),
    onAway: () => undefined,
  });
  source.open();
  last()?.receive('ready', '7', { known: true, model: 'a' });
  last()?.receive('elsewhere', '9', {});
  expect(last()?.readyState).toBe(FakeEventSource.CLOSED);
  const pauses: number[] = [];
  for (let n = 0; n < 6; n += 1) {
    const before = FakeEventSource.opened.length;
    const begun = Date.now();
    while (FakeEventSource.opened.length === before) vi.advanceTimersByTime(50);
    pauses.push(Date.now() - begun);
    expect(last()?.url).toBe('/_/live?after=9');
    last()?.refuse();
  }
  expect(refused).toBe(6);
  const longest = [1000, 2000, 5000, 10_000, 30_000, 30_000];
  for (const [n, pause] of pauses.entries()) {
    expect(pause).toBeLessThanOrEqual((longest[n] ?? 0) + 50);
    expect(pause).toBeGreaterThanOrEqual((longest[n] ?? 0) / 2 - 50);
  }
  while (last()?.readyState === FakeEventSource.CLOSED) vi.advanceTimersByTime(50);
  last()?.receive('ready', '12', { known: true, model: 'b' });
  expect(ready).toEqual(['first a', 'known b']);
  last()?.receive('elsewhere', '12', {});
  vi.advanceTimersByTime(1050);
  expect(last()?.readyState).toBe(1);
  source.close();
});

test('a server that does not answer for five seconds is away, until it answers or the feed is closed', () => {
  const away: boolean[] = [];
  const source = createSource({
    onChanged: () => undefined,
    onReady: () => undefined,
    onCommented: () => undefined,
    onNotified: () => undefined,
    onLimits: () => undefined,
    onRefused: () => undefined,
    onAway: (isAway) => away.push(isAway),
  });
  const ready = (id: string): void => last()?.receive('ready', id, { known: true, model: 'a', roles: [] });
  const news = (): readonly boolean[] => away.splice(0);
  source.open();
  ready('1');
  news();
  last()?.lose();
  vi.advanceTimersByTime(4000);
  ready('1');
  vi.advanceTimersByTime(60_000);
  expect(news()).toEqual([false]);
  for (let n = 0; n < 3; n += 1) {
    last()?.lose();
    vi.advanceTimersByTime(3000);
  }
  expect(news()).toEqual([true]);
  ready('1');
  expect(news()).toEqual([false]);
  last()?.lose();
  source.close();
  vi.advanceTimersByTime(60_000);
  expect(news()).toEqual([false]);
});
