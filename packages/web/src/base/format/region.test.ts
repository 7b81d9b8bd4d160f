import { parseDate, showDate, showInstant } from '@ninefold/model';
import { expect, test } from 'vitest';
import { firstWeekday } from './first-weekday.ts';
import { withRegion } from './region.ts';

test.each([
  ['en', ['en-GB', 'en'], 'en-GB'],
  ['en', ['en-AU'], 'en-AU'],
  ['en', ['de-DE', 'de', 'en-US', 'en'], 'en-DE'],
  ['en', ['de'], 'en-DE'],
  ['en', ['en'], 'en'],
  ['en', ['en', 'en-IE', 'en-US'], 'en-IE'],
  ['ja', ['en-US', 'ja'], 'ja-US'],
  ['en', ['en-001'], 'en-001'],
  ['en-GB', ['en-US'], 'en-GB'],
  ['en', [], 'en'],
  ['en', ['*', 'x'], 'en'],
] as const)('texts in %s, a browser with %j: days as in %s', (language, preferred, expected) => {
  expect(withRegion(language, preferred)).toBe(expected);
});

test.each([
  ['en-US', '03/12/2026', '2026-03-12', 'Dec 3, 2026', 'Dec 3, 2026, 8:05 AM', 0],
  ['en-GB', '03/12/2026', '2026-12-03', '3 Dec 2026', '3 Dec 2026, 08:05', 1],
  ['en-DE', '03/12/2026', '2026-12-03', '3 Dec 2026', '3 Dec 2026, 08:05', 1],
  ['en-AU', '03/12/2026', '2026-12-03', '3 Dec 2026', '3 Dec 2026, 8:05 am', 1],
  ['de-DE', '03/12/2026', '2026-12-03', '03.12.2026', '03.12.2026, 08:05', 1],
  ['ja-JP', '2026/12/3', '2026-12-03', '2026/12/03', '2026/12/03 08:05', 0],
] as const)('%s reads and writes days as there', (locale, typed, read, day, instant, weekday) => {
  expect(parseDate(typed, { today: '2026-11-23', language: locale })).toBe(read);
  expect(showDate('2026-12-03', locale)).toBe(day);
  expect(showInstant('2026-12-03T08:05:00.000Z', locale, 'UTC').replaceAll('\u202f', ' ')).toBe(instant);
  expect(firstWeekday(locale)).toBe(weekday);
});
