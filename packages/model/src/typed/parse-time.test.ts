import { expect, test } from 'vitest';
import { isTime, parseTime } from './parse-time.ts';

test.each([
  ['08:30', '08:30'],
  ['8:30', '08:30'],
  ['8.30', '08:30'],
  ['0830', '08:30'],
  ['08:30:15', '08:30:15'],
  ['08:30:00', '08:30'],
  ['8 am', '08:00'],
  ['12 am', '00:00'],
  ['12:15 pm', '12:15'],
  ['2:15 PM', '14:15'],
  ['8 Uhr', '08:00'],
  ['8時30分', '08:30'],
  ['８：３０', '08:30'],
  ['午後2時半', '14:30'],
  ['午前０時', '00:00'],
  ['23時59分59秒', '23:59:59'],
])('%s is %s', (typed, value) => {
  expect(parseTime(typed)).toBe(value);
  expect(isTime(value)).toBe(true);
});

test.each(['', '24:00', '8:60', '8', '13 pm', '0 pm', '08:30Z', '8h30', '-1:00', '25時', '08:30:61'])(
  '%s is no time of day',
  (typed) => {
    expect(parseTime(typed)).toBeNull();
  },
);
