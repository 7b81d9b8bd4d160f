import fc from 'fast-check';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { newId } from '../../uuid.ts';
import { createNumbersById } from './numbers-by-id.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const MEGABYTE = 1_000_000;

test('a number is found by its id, in memory or not', () => {
  const ids = fc.integer({ min: 0, max: 12 }).map((n) => `id ${String(n)}`);
  const steps = fc.array(fc.tuple(ids, fc.option(fc.nat())), { maxLength: 60 });
  fc.assert(
    fc.property(steps, fc.integer({ min: 0, max: 6 }), (history, most) => {
      const [known, expected] = [createNumbersById(most), new Map<string, number>()];
      for (const [id, number] of history) {
        expect(known.get(id)).toBe(expected.get(id));
        if (number === null) continue;
        known.set(id, number);
        expected.set(id, number);
      }
      known.close();
      expect(known.get('id 1')).toBeUndefined();
    }),
    { numRuns: 300 },
  );
});

test('however many there are, they take the same memory', () => {
  const known = createNumbersById();
  const held: (readonly [inside: number, outside: number])[] = [];
  const now = '2026-03-05T12:00:00.000Z';
  const first = newId(now);
  known.set(first, 1);
  for (let n = 2; n <= 160_000; n += 1) {
    known.set(newId(now), n);
    if (n % 80_000 !== 0) continue;
    collect();
    const { heapUsed, heapTotal, rss } = process.memoryUsage();
    held.push([heapUsed, rss - heapTotal]);
  }
  expect(known.get(first)).toBe(1);
  const [before = [0, 0], after = [Infinity, Infinity]] = held;
  expect(after[0] - before[0]).toBeLessThan(2 * MEGABYTE); // in memory these would take ten times as much
  expect(after[1] - before[1]).toBeLessThan(12 * MEGABYTE);
  known.close();
});
