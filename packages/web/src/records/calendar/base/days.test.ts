import { expect, test } from 'vitest';
import { addDays, moved, weekdayOf, weeksOf } from './days.ts';

test('the weekday of a day, also before 1970', () => {
  expect(['2026-11-26', '1970-01-01', '1969-12-31', '0001-01-01', '2028-02-29'].map(weekdayOf)).toEqual([
    4, 4, 3, 1, 2,
  ]);
});

test.each([
  ['month', '2026-11-26', 1, 6, '2026-10-26', '2026-12-06'],
  ['month', '2026-11-26', 0, 5, '2026-11-01', '2026-12-05'],
  ['month', '2027-02-10', 1, 4, '2027-02-01', '2027-02-28'],
  ['week', '2026-11-29', 1, 1, '2026-11-23', '2026-11-29'],
  ['week', '2026-11-29', 0, 1, '2026-11-29', '2026-12-05'],
  ['day', '2026-11-29', 1, 1, '2026-11-29', '2026-11-29'],
] as const)('a %s around %s whose week begins with %i', (span, day, firstWeekday, rows, first, last) => {
  const weeks = weeksOf(span, day, firstWeekday);
  expect([weeks.length, weeks[0]?.[0], weeks.at(-1)?.at(-1)]).toEqual([rows, first, last]);
  expect(weeks.flat()).toContain(day);
  expect(weeks.flat().every((one, index, all) => index === 0 || one === addDays(all[index - 1] ?? '', 1))).toBe(true);
});

test('a calendar goes on by what it shows, and ends with the years', () => {
  expect(moved('month', '2026-01-31', 1)).toBe('2026-02-28');
  expect([moved('week', '2026-01-01', -1), moved('day', '2026-02-28', 1)]).toEqual(['2025-12-25', '2026-03-01']);
  expect(moved('month', '9999-12-05', 1)).toBe('9999-12-05');
  expect(weeksOf('month', '9999-12-31', 1).at(-1)?.[0]).toBe('9999-12-27');
});
