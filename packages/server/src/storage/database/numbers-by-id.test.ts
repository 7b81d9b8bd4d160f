import fc from 'fast-check';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createNumbersById } from './numbers-by-id.ts';

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

/** Prints what a process of its own holds after 80,000 ids and after 160,000: bytes of its heap, bytes beside it, and the first number. */
const PROGRAM = `
  import { createNumbersById } from ${JSON.stringify(join(import.meta.dirname, 'numbers-by-id.ts'))};
  import { newId } from ${JSON.stringify(join(import.meta.dirname, '../../uuid.ts'))};
  const known = createNumbersById();
  const now = '2026-03-05T12:00:00.000Z';
  const first = newId(now);
  const held = [];
  known.set(first, 1);
  for (let n = 2; n <= 160_000; n += 1) {
    known.set(newId(now), n);
    if (n % 80_000 !== 0) continue;
    gc();
    const { heapUsed, heapTotal, rss } = process.memoryUsage();
    held.push([heapUsed, rss - heapTotal]);
  }
  console.log(JSON.stringify({ held, first: known.get(first) }));
  known.close();
`;

test('however many there are, they take the same memory', () => {
  const flags = ['--expose-gc', '--input-type=module', '--eval', PROGRAM];
  const { stdout, stderr } = spawnSync(process.execPath, flags, { encoding: 'utf8' });
  expect(stderr).not.toContain('Error');
  const { held, first } = JSON.parse(stdout) as { readonly held: readonly number[][]; readonly first: number }; // printed above
  const [[inside = 0, outside = 0] = [], [insideAfter = Infinity, outsideAfter = Infinity] = []] = held;
  expect(first).toBe(1);
  expect(insideAfter - inside).toBeLessThan(2 * MEGABYTE); // in memory these would take ten times as much
  expect(outsideAfter - outside).toBeLessThan(12 * MEGABYTE);
});
