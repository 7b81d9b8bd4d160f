import { expect, test } from 'vitest';
import { nextTry, waitAfter } from './waits.ts';

const DAY_MS = 86_400_000;
const upTo = (tries: number): readonly number[] => Array.from({ length: tries }, (_, index) => index + 1);

test('waits grow, and eight of them last longer than a day, however the dice fall', () => {
  const waits = upTo(8).map((failures) => waitAfter(failures, 0));
  expect(waits.slice(0, 4)).toEqual([5000, 25_000, 125_000, 625_000]);
  expect(waits.every((wait, index) => index === 0 || wait >= (waits[index - 1] ?? 0))).toBe(true);
  expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThan(DAY_MS);
});

test('no wait exceeds half a day and its quarter, after any number of failures', () => {
  for (const failures of [9, 100, 10_000]) expect(waitAfter(failures, 0.999_999)).toBeLessThanOrEqual(54_000_000);
  expect(waitAfter(0, 0)).toBe(5000);
});

test('what failed together is tried again apart', () => {
  const waits = upTo(100).map((one) => waitAfter(3, one / 100));
  expect(new Set(waits).size).toBe(100);
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(125_000);
  expect(Math.max(...waits)).toBeLessThanOrEqual(156_250);
});

test('the next try is a moment', () => {
  expect(nextTry('2026-03-05T12:00:00.000Z', 2, 0)).toBe('2026-03-05T12:00:25.000Z');
});
