import { expect, test } from 'vitest';
import { parseDuration } from './parse-duration.ts';

test.each([
  ['36:30', 'PT36H30M'],
  ['0:05', 'PT5M'],
  ['36:30:15', 'PT36H30M15S'],
  ['1:02:03.5', 'PT1H2M3.5S'],
  ['1h 30m', 'PT1H30M'],
  ['1h30m', 'PT1H30M'],
  ['36 h 30 min', 'PT36H30M'],
  ['90 min', 'PT1H30M'],
  ['1.5 hours', 'PT1H30M'],
  ['1,5 h', 'PT1H30M'],
  ['45 s', 'PT45S'],
  ['250 ms', 'PT0.25S'],
  ['36時間30分', 'PT36H30M'],
  ['３６時間　３０分', 'PT36H30M'],
  ['２：１５', 'PT2H15M'],
  ['15秒', 'PT15S'],
  ['PT36H30M', 'PT36H30M'],
  ['pt90m', 'PT1H30M'],
  ['-1:30', '-PT1H30M'],
  ['△2時間', '-PT2H'],
  [' 2 hr. 5 min. ', 'PT2H5M'],
])('%s is %s', (typed, value) => {
  expect(parseDuration(typed)).toBe(value);
});

test.each(['', '36', '1:75', '30 min 1 h', '1 h 2 h', 'P1D', '2 days', '3日', 'h', '1.5', '1/2 h', '0.0001 ms', '::'])(
  '%s is no length of time',
  (typed) => {
    expect(parseDuration(typed)).toBeNull();
  },
);
