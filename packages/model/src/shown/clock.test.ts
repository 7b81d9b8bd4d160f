import { expect, test } from 'vitest';
import { parseTime } from '../typed/parse-time.ts';
import { showClock } from './clock.ts';

test.each([
  ['08:30', '8:30 AM', '08:30'],
  ['14:05:09', '2:05:09 PM', '14:05:09'],
  ['00:00', '12:00 AM', '00:00'],
])('%s is read in English and Japanese, and what is read can be typed', (time, english, japanese) => {
  expect(showClock(time, 'en')).toBe(english);
  expect(showClock(time, 'ja')).toBe(japanese);
  for (const written of [english, japanese]) expect(parseTime(written)).toBe(time);
});

test('what is no time of day stays as it was typed', () => {
  expect(showClock('25:00', 'en')).toBe('25:00');
  expect(showClock('soon', 'ja')).toBe('soon');
});
