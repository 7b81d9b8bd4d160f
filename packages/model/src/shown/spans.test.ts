import { expect, test } from 'vitest';
import { parseDuration } from '../typed/parse-duration.ts';
import { clockSpan, showSpan } from './spans.ts';

test.each([
  ['PT36H30M', '36h 30m', '36時間30分', '36:30'],
  ['PT5M', '5m', '5分', '0:05'],
  ['PT0S', '0m', '0分', '0:00'],
  ['PT1H2M3.5S', '1h 2m 3.5s', '1時間2分3.5秒', '1:02:03.5'],
  ['-PT1H30M', '-1h 30m', '-1時間30分', '-1:30'],
])('%s is read and written', (value, english, japanese, clock) => {
  expect(showSpan(value, 'en')).toBe(english);
  expect(showSpan(value, 'ja')).toBe(japanese);
  expect(clockSpan(value)).toBe(clock);
  for (const written of [english, japanese, clock]) expect(parseDuration(written)).toBe(value);
});

test('what is no length of time stays as it was typed', () => {
  expect(showSpan('soon', 'en')).toBe('soon');
  expect(clockSpan('soon')).toBeNull();
});
