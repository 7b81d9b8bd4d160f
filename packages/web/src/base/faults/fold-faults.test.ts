import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Fault } from './faults.ts';
import { foldFaults } from './fold-faults.ts';

let sent: (readonly [message: string, times: number])[] = [];
beforeEach(() => {
  sent = [];
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

const folded = () => foldFaults(({ error }, times) => sent.push([String(error), times]));
const fault = (error: unknown, kind = 'error'): Fault => ({ error, context: { kind } });

test('a page that fails in a loop sends one event at once and then one a minute, with how often it happened', () => {
  const { take } = folded();
  for (let second = 0; second < 90; second += 1) {
    for (let turn = 0; turn < 10; turn += 1) take(fault(`row ${String(second)} is missing`));
    vi.advanceTimersByTime(1000);
  }
  vi.advanceTimersByTime(600_000);
  expect(sent).toEqual([
    ['row 0 is missing', 1],
    ['row 59 is missing', 599],
    ['row 89 is missing', 300],
  ]);
});

test('faults of another kind, message or place are others', () => {
  const { take } = folded();
  const one = new Error('x is undefined');
  const other = new Error('x is undefined');
  other.stack = 'Error: x is undefined\n    at elsewhere (https://desk.example/a.js:1:2)';
  [fault(one), fault(one, 'rejection'), fault(other), fault(new TypeError('y')), fault(one)].forEach(take);
  expect(sent).toHaveLength(4);
});

test('a page that fails in ever new ways sends ten events a minute', () => {
  const { take } = folded();
  for (let index = 0; index < 100; index += 1) take(fault(`fault ${'x'.repeat(index)}`));
  expect(sent).toHaveLength(10);
  vi.advanceTimersByTime(60_001);
  take(fault('later'));
  expect(sent).toHaveLength(11);
});

test('a page that ends sends what it has counted, once', () => {
  const { take, flush } = folded();
  for (let turn = 0; turn < 5; turn += 1) take(fault('row is missing'));
  take(fault('other'));
  flush();
  flush();
  vi.advanceTimersByTime(600_000);
  expect(sent).toEqual([
    ['row is missing', 1],
    ['other', 1],
    ['row is missing', 4],
  ]);
});
