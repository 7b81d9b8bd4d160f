import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const MODULE = join(import.meta.dirname, 'heap-growth.ts');
const MEGABYTE = 1024 * 1024;

/** Makes objects of which many live for a while, with a pause now and then, and prints how large their spaces have become. */
const PROGRAM = `
import { setTimeout } from 'node:timers/promises';
import { boundHeapGrowth, bytesOf } from ${JSON.stringify(MODULE)};
if (process.argv[1] === 'bound') boundHeapGrowth();
const kept = [];
let old = 0;
for (let turn = 0; turn < 300; turn += 1) {
  kept.push(Array.from({ length: 20_000 }, (_, n) => ({ turn, n, text: 'x' + n })));
  if (kept.length > 6) kept.shift();
  old = Math.max(old, bytesOf('old_space'));
  if (turn < 4) await setTimeout(600);
}
console.log(bytesOf('new_space'), old);
`;

async function sizesOf(way: 'bound' | 'free'): Promise<readonly number[]> {
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', PROGRAM, way];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return stdout.split(' ').map((bytes) => Number(bytes) / MEGABYTE);
}

test(
  'the spaces for new objects and for older ones stop growing where more of them does not pay',
  {
    timeout: 60_000,
  },
  async () => {
    const [[boundYoung = NaN, boundOld = NaN], [freeYoung = NaN, freeOld = NaN]] = await Promise.all([
      sizesOf('bound'),
      sizesOf('free'),
    ]);
    expect(freeYoung).toBeGreaterThan(60);
    expect(boundYoung).toBeLessThan(40);
    expect(boundOld).toBeLessThan(freeOld / 1.5);
  },
);
