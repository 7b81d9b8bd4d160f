import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const MODULE = join(import.meta.dirname, 'young-memory.ts');
const MEGABYTE = 1024 * 1024;

/** Makes objects of which many live for a while, with a pause now and then, and prints how large their space has become. */
const PROGRAM = `
import { setTimeout } from 'node:timers/promises';
import { boundYoungMemory, youngBytes } from ${JSON.stringify(MODULE)};
if (process.argv[1] === 'bound') boundYoungMemory();
const kept = [];
for (let turn = 0; turn < 150; turn += 1) {
  kept.push(Array.from({ length: 20_000 }, (_, n) => ({ turn, n, text: 'x' + n })));
  if (kept.length > 6) kept.shift();
  if (turn < 4) await setTimeout(600);
}
console.log(youngBytes());
`;

async function sizeOf(way: 'bound' | 'free'): Promise<number> {
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', PROGRAM, way];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return Number(stdout) / MEGABYTE;
}

test('the space for new objects stops growing where more of it does not pay', { timeout: 60_000 }, async () => {
  const [bound, free] = await Promise.all([sizeOf('bound'), sizeOf('free')]);
  expect(free).toBeGreaterThan(60);
  expect(bound).toBeLessThan(40);
});
