import Holidays from 'date-holidays';
import { HOLIDAY_PLACES } from '@ninefold/spec';
import { expect, test } from 'vitest';
import { publicHolidays } from './public-holidays.ts';

const daysOf = async (place: string, language = 'en', year = 2026): Promise<readonly string[]> =>
  (await publicHolidays({ place, from: year, to: year, language })).map(({ day, name }) => `${day} ${name}`);

test('holidays that move are where the law puts them, with their substitutes, in the language asked for', async () => {
  const days = await daysOf('JP', 'ja');
  expect(days).toContain('2026-01-12 成人の日'); // the second Monday
  expect(days).toContain('2026-03-20 春分の日');
  expect(days).toContain('2026-05-06 憲法記念日 (振替休日)'); // the 3rd is a Sunday
  expect(days).toContain('2026-09-22 国民の休日'); // between two others
  expect(days.join()).not.toMatch(/クリスマス|銀行/); // observed, not public
  expect(await daysOf('DE')).toContain('2026-04-03 Good Friday');
  expect(await daysOf('DE', 'ja')).toContain('2026-04-03 Good Friday');
  expect(await daysOf('DE', 'de')).toContain('2026-04-03 Karfreitag');
});

test('a part of a country has its own, and one of several days stands on each of them', async () => {
  const epiphany = /^2026-01-06/;
  expect((await daysOf('DE-BY')).some((day) => epiphany.test(day))).toBe(true);
  expect((await daysOf('DE-BE')).some((day) => epiphany.test(day))).toBe(false);
  const eid = (await daysOf('SA')).filter((day) => day.includes('Fitr'));
  expect(eid.map((day) => day.slice(0, 10))).toEqual(['2026-03-19', '2026-03-20', '2026-03-21', '2026-03-22']);
});

test('several years come by day, and nothing of what is not known', async () => {
  const days = (await publicHolidays({ place: 'FR', from: 2026, to: 2028, language: 'fr' })).map(({ day }) => day);
  expect(days).toEqual(days.toSorted());
  expect(new Set(days.map((day) => day.slice(0, 4)))).toEqual(new Set(['2026', '2027', '2028']));
  for (const place of ['XX', 'DE-XX', 'constructor', 'DE-constructor']) expect(await daysOf(place)).toEqual([]);
});

test('the language knows the places that the library knows', () => {
  const library = new Holidays();
  const places = Object.keys(library.getCountries()).flatMap((country) => [
    country,
    ...Object.keys(library.getStates(country) ?? {}).map((part) => `${country}-${part}`),
  ]);
  expect(HOLIDAY_PLACES).toEqual(places.sort());
});

test('each place has holidays, one at least on each of them in five years', { timeout: 60_000 }, async () => {
  const without: string[] = [];
  for (const place of HOLIDAY_PLACES)
    if ((await publicHolidays({ place, from: 2024, to: 2028, language: 'ja' })).length === 0) without.push(place);
  expect(without).toEqual([]);
});
