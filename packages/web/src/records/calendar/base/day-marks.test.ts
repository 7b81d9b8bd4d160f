import { expect, test } from 'vitest';
import { holidayPlace, isDayOff } from './day-marks.ts';

test('holidays are those that the calendar names, else those of the reader’s region', () => {
  expect(holidayPlace(null, 'ja')).toBe('JP');
  expect(holidayPlace(null, 'en-DE')).toBe('DE');
  expect(holidayPlace('DE-BY', 'ja')).toBe('DE-BY');
  expect(holidayPlace('none', 'ja')).toBe(null);
  expect(holidayPlace(null, 'es-419')).toBe(null);
});

test('a day off is at a weekend, closed or a holiday', () => {
  const marks = { closed: new Set(['2026-12-01']), holidays: new Map([['2026-12-02', 'X']]) };
  const days = ['2026-12-01', '2026-12-02', '2026-12-03', '2026-12-05', '2026-12-06'];
  expect(days.map((day) => isDayOff(day, marks))).toEqual([true, true, false, true, true]);
});
