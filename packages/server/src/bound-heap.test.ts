import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const MODULE = join(import.meta.dirname, 'bound-heap.ts');

/** Makes objects of which many live for a while, by the ways that are named one after the other, and prints how large the heap has become in each. */
const PROGRAM = `
import { setTimeout } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { inBoundHeap } from ${JSON.stringify(MODULE)};
async function most() {
  const kept = [];
  let largest = 0;
  for (let turn = 0; turn < 500; turn += 1) {
    kept.push(Array.from({ length: 3000 }, (_, n) => ({ turn, n, text: 'x' + n })));
    if (kept.length > 40) kept.shift();
    await setTimeout(2); // who makes much at once collects often anyway
    largest = Math.max(largest, getHeapStatistics().used_heap_size);
  }
  return largest;
}
const found = [];
for (const way of process.argv.slice(1)) found.push(way === 'bound' ? await inBoundHeap(most) : await most());
console.log(found.join(' '));
`;

async function largest(...ways: readonly ('bound' | 'free')[]): Promise<readonly number[]> {
  const flags = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=8', '--input-type=module'];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, '-e', PROGRAM, ...ways]);
  return stdout.split(' ').map(Number);
}

test('a heap grows less while it is bound, and freely again afterwards', { timeout: 60_000 }, async () => {
  const [bound = NaN, free = NaN] = await largest('bound', 'free');
  expect(bound * 1.3).toBeLessThan(free);
});
