import { afterEach, expect, test, vi } from 'vitest';
import { dropStarted, dropStartedLater, placeOfStarted, startedAnswer } from './started-calls.ts';

function pageStarted(place: string, calls: Readonly<Record<string, Promise<Response>>>): void {
  vi.stubGlobal('location', { origin: 'https://desk.example' });
  vi.stubGlobal('ninefold', { place, started: new Map(Object.entries(calls)) });
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('an answer that the page has started is given once, whether the address is whole or not', async () => {
  const answer = Response.json({ items: [] });
  pageStarted('7', { '/api/ticket?page=1': Promise.resolve(answer), '/_/model': Promise.resolve(answer) });
  expect(await startedAnswer('https://desk.example/api/ticket?page=1')).toBe(answer);
  expect(await startedAnswer('https://desk.example/api/ticket?page=1')).toBeNull();
  expect(await startedAnswer('/_/model')).toBe(answer);
  expect(await startedAnswer('/api/ticket?page=2')).toBeNull();
});

test('one that did not arrive or was refused is asked for again', async () => {
  const refused = Promise.resolve(Response.json({}, { status: 401 }));
  pageStarted('', { '/_/session': Promise.reject(new TypeError('Failed to fetch')), '/_/model': refused });
  expect(await startedAnswer('/_/session')).toBeNull();
  expect(await startedAnswer('/_/model')).toBeNull();
});

test('what nobody asked for before a write, or in ten seconds, is out of date', async () => {
  vi.useFakeTimers();
  pageStarted('', { '/_/home': Promise.resolve(Response.json({})) });
  dropStarted();
  expect(await startedAnswer('/_/home')).toBeNull();
  pageStarted('', { '/_/home': Promise.resolve(Response.json({})) });
  dropStartedLater();
  vi.advanceTimersByTime(10_000);
  expect(await startedAnswer('/_/home')).toBeNull();
});

test('the place of the feed is known, not known, or there is no such page', () => {
  expect(placeOfStarted()).toBeNull();
  pageStarted('', {});
  expect(placeOfStarted()).toEqual({ place: null });
  pageStarted('12', {});
  expect(placeOfStarted()).toEqual({ place: '12' });
});
