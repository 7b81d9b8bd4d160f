import { expect, test } from 'vitest';
import { SCOPE } from '../../testing/build.ts';
import { workdays } from './workdays.ts';

const NODE = { node: 'call', type: { kind: 'number' }, fn: 'workdays', args: [] } as const;
const count = (from: string, to: string, closed?: readonly (string | null)[]) =>
  workdays(NODE)(closed ? [from, to, closed] : [from, to], SCOPE);

/** 2026-03-02 is a Monday. */
test.each([
  ['2026-03-02', '2026-03-06', 5],
  ['2026-03-02', '2026-03-02', 1],
  ['2026-03-07', '2026-03-08', 0],
  ['2026-03-06', '2026-03-09', 2],
  ['2026-03-01', '2026-03-31', 22],
  ['2026-03-06', '2026-03-02', -5],
  ['1969-12-26', '1970-01-02', 6],
  ['0001-01-01', '0001-01-07', 5],
])('from %s to %s', (from, to, days) => {
  expect(count(from, to)).toBe(BigInt(days) * 10_000_000_000n);
});

test('a closed day counts once, only where work would be done, and only within', () => {
  const closed = ['2026-03-04', '2026-03-04', '2026-03-07', '2026-03-09', null];
  expect(count('2026-03-02', '2026-03-08', closed)).toBe(40_000_000_000n);
  expect(count('2026-03-08', '2026-03-02', closed)).toBe(-40_000_000_000n);
});

test('every day of 400 years is counted as the calendar has it', () => {
  const start = Date.UTC(1900, 0, 1);
  const days = Array.from({ length: 146_097 }, (_, day) => new Date(start + day * 86_400_000));
  const wrong: string[] = [];
  let expected = 0n;
  for (const at of days) {
    if (at.getUTCDay() !== 0 && at.getUTCDay() !== 6) expected += 1n;
    const day = at.toISOString().slice(0, 10);
    if (count('1900-01-01', day) !== expected * 10_000_000_000n) wrong.push(day);
  }
  expect(wrong).toEqual([]);
});
