import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const MODULE = join(import.meta.dirname, 'young-memory.ts');
const MEGABYTE = 1024 * 1024;

/** Makes objects of which many live for a while, and prints how large their space has become. */
const PROGRAM = `
import { setTimeout } from 'node:timers/promises';
import { runInNewContext } from 'node:vm';
import { boundYoungMemory, youngBytes } from ${JSON.stringify(MODULE)};
if (process.argv[1] === 'bound') boundYoungMemory();
const work = async () => {
  const kept = [];
  for (let turn = 0; turn < 150; turn += 1) {
    kept.push(Array.from({ length: 20_000 }, (_, n) => ({ turn, n, text: 'x' + n })));
    if (kept.length > 6) kept.shift();
    await setTimeout(5); // as whoever answers calls meanwhile
  }
  return youngBytes();
};
const sizes = [await work()];
runInNewContext('gc')({ type: 'major', flavor: 'last-resort' });
sizes.push(youngBytes());
await setTimeout(600);
sizes.push(await work());
console.log(JSON.stringify(sizes));
`;

/** MiB after much work, after the engine has made the space small, and after much work again. */
async function sizesOf(way: 'bound' | 'free'): Promise<readonly number[]> {
  const args = ['--disable-warning=ExperimentalWarning', '--expose-gc', '--input-type=module', '-e', PROGRAM, way];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return (JSON.parse(stdout) as readonly number[]).map((bytes) => bytes / MEGABYTE);
}

test(
  'the space for new objects stops growing where more of it does not pay, and grows again once it is small',
  { timeout: 60_000 },
  async () => {
    const [bound, free] = await Promise.all([sizesOf('bound'), sizesOf('free')]);
    expect(free[0]).toBeGreaterThan(60);
    expect(bound[0]).toBeLessThan(40);
    expect(bound[1]).toBeLessThan(8);
    expect(bound[2]).toBeGreaterThanOrEqual(16);
    expect(bound[2]).toBeLessThan(40);
  },
);
