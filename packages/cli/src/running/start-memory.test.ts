import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { giveBackStartMemory } from './start-memory.ts';

const MODULE = join(import.meta.dirname, 'start-memory.ts');

/** Makes what nobody needs later, as a start does, and prints the bytes of its heap before and after a quiet moment. */
const PROGRAM = `
import { setTimeout } from 'node:timers/promises';
import { giveBackStartMemory } from ${JSON.stringify(MODULE)};
let made = Array.from({ length: 300_000 }, (_, n) => ({ n, text: 'x' + n }));
made = made.slice(0, 10);
const before = process.memoryUsage().heapTotal;
giveBackStartMemory();
await setTimeout(2500);
console.log(JSON.stringify({ before, after: process.memoryUsage().heapTotal, kept: made.length, gc: typeof gc }));
`;

test('what only the start needed is given back', { timeout: 30_000 }, async () => {
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', PROGRAM];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const told = JSON.parse(stdout) as { before: number; after: number; gc: string };
  expect(told.after).toBeLessThan(told.before / 2);
  expect(told.gc).toBe('undefined');
});

test('a server that is busy is not stopped for it, one that is quiet once', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const share = vi.spyOn(performance, 'eventLoopUtilization');
  onTestFinished(() => {
    share.mockRestore();
    vi.useRealTimers();
  });
  let collected = 0;
  giveBackStartMemory(() => (collected += 1));
  const lookAt = (utilization: number) => {
    share.mockReturnValue({ utilization, active: 0, idle: 0 });
    vi.advanceTimersByTime(500);
    return collected;
  };
  expect([1, 0.5, 0.06].map(lookAt)).toEqual([0, 0, 0]);
  expect([0.04, 0, 0].map(lookAt)).toEqual([1, 1, 1]);
});
