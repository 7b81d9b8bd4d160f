import { expect, test } from 'vitest';
import { formatSpan, parseSpan, spanToWire } from './span.ts';

test.each([
  ['PT36H30M', 131_400_000, 'PT36H30M'],
  ['PT90M', 5_400_000, 'PT1H30M'],
  ['PT0.5S', 500, 'PT0.5S'],
  ['-PT1H', -3_600_000, '-PT1H'],
  ['PT0S', 0, 'PT0S'],
  ['-PT0S', 0, 'PT0S'],
  ['PT1.5H', 5_400_000, 'PT1H30M'],
])('%s is %d ms and written %s', (text, ms, written) => {
  expect(parseSpan(text)).toBe(ms);
  expect(formatSpan(ms)).toBe(written);
});

test.each(['P1D', 'PT', 'P1DT1H', 'PT1', '1H', 'PT0.0001S', 'PT9999999999999H', 'pt1h', ''])(
  '%s is no span',
  (text) => {
    expect(parseSpan(text)).toBeNull();
  },
);

test('days count 24 hours and months 30 days where a span is stored; one that no column holds is blank', () => {
  expect(spanToWire({ months: 1, days: 1, ms: 1 })).toBe('PT744H0.001S');
  expect(spanToWire({ months: 0, days: 0, ms: 2 ** 60 })).toBeNull();
});
