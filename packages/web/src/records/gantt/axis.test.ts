import { expect, test } from 'vitest';
import { axisOf, barOf, lastOf, ticksOf } from './axis.ts';

const days = (first: string, last: string) => ({ first, last, clock: null });
const NOVEMBER = axisOf('month', '2026-11-26');

test('an axis begins with the month of its day', () => {
  expect(NOVEMBER).toEqual({ first: '2026-11-01', count: 30 });
  expect(lastOf(axisOf('quarter', '2026-11-26'))).toBe('2027-01-31');
  expect(lastOf(axisOf('year', '2027-03-05'))).toBe('2028-02-29');
});

test('days, weeks or months are written on it', () => {
  expect(ticksOf('month', NOVEMBER, 1)).toHaveLength(30);
  expect(ticksOf('quarter', NOVEMBER, 1).map(({ day }) => day)).toEqual([
    ...['2026-11-02', '2026-11-09', '2026-11-16', '2026-11-23', '2026-11-30'],
  ]);
  expect(ticksOf('quarter', NOVEMBER, 0)[0]).toEqual({ day: '2026-11-01', at: 0 });
  expect(ticksOf('year', axisOf('year', '2026-11-26'), 1)).toHaveLength(12);
});

test('a bar is cut where the axis ends, and counts its last day', () => {
  expect(barOf(days('2026-11-01', '2026-11-30'), NOVEMBER)).toEqual({ from: 0, to: 1, begun: false, goesOn: false });
  expect(barOf(days('2026-11-04', '2026-11-06'), NOVEMBER)).toMatchObject({ from: 0.1, to: 0.2 });
  expect(barOf(days('2026-10-04', '9999-12-31'), NOVEMBER)).toEqual({ from: 0, to: 1, begun: true, goesOn: true });
  expect(barOf(days('2026-12-01', '2026-12-02'), NOVEMBER)).toBeNull();
  const noon = Date.parse('2026-11-01T12:00:00Z');
  expect(barOf({ ...days('2026-11-01', '2026-11-01'), clock: { from: noon, to: noon } }, NOVEMBER)).toMatchObject({
    from: 0.5 / 30,
    to: 0.5 / 30,
  });
});
