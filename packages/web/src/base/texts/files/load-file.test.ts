import { afterEach, expect, test, vi } from 'vitest';
import { loadFile } from './load-file.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** When a language file is requested, in ms from the first request, while the server gives `answer` each time. */
async function requestsAt(answer: () => Response): Promise<readonly number[]> {
  vi.useFakeTimers();
  const at: number[] = [];
  vi.stubGlobal('location', { origin: 'https://desk.example' });
  vi.stubGlobal('fetch', async () => {
    at.push(Date.now());
    return answer();
  });
  const loaded = loadFile('https://desk.example/en/app.json', { retries: 5, retryMs: 350 }).catch(() => undefined);
  await vi.advanceTimersByTimeAsync(60_000);
  await loaded;
  return at.map((each) => each - (at[0] ?? 0));
}

const RETRIED = [0, 350, 1050, 2450, 5250, 10_850];

test.each([
  ...[400, 401, 403, 408, 410, 425, 429, 500, 502, 503, 504].map(
    (status) => [String(status), () => new Response('{}', { status })] as const,
  ),
  ['a cut file', () => new Response('{"a": "b')] as const,
  ['an empty file', () => new Response('')] as const,
  ['HTML in place of JSON', () => new Response('<!doctype html><h1>Maintenance</h1>')] as const,
  ['JSON that is no object', () => new Response('[1]')] as const,
  [
    'no connection',
    () => {
      throw new TypeError('NetworkError when attempting to reach the resource.');
    },
  ] as const,
  [
    'a failure of another name',
    () => {
      throw new Error('aborted');
    },
  ] as const,
])('seed: a load that fails by %s is retried five times, from 350 ms, doubling', async (_, answer) => {
  expect(await requestsAt(answer)).toEqual(RETRIED);
});

test('a missing file (404) is requested once, a good one too', async () => {
  expect(await requestsAt(() => new Response('{}', { status: 404 }))).toEqual([0]);
  expect(await requestsAt(() => new Response('{"a": "b"}'))).toEqual([0]);
});
