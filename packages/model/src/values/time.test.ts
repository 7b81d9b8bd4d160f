import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addToDate, addToInstant, dateOf, isDate, parseInstant, todayIn, yearsBetween } from './time.ts';

const days = (count: number) => ({ months: 0, days: count, ms: 0 });
const months = (count: number) => ({ months: count, days: 0, ms: 0 });
const hours = (count: number) => ({ months: 0, days: 0, ms: count * 3_600_000 });
const BERLIN = 'Europe/Berlin';

describe('time', () => {
  test.each([
    ['2024-02-29', true],
    ['2026-02-29', false],
    ['2026-13-01', false],
    ['26-01-01', false],
    ['0000-01-01', false],
    ['2026-1-1', false],
  ])('%s is a day: %s', (text, verdict) => {
    expect(isDate(text)).toBe(verdict);
  });
  test('a text is a day where the calendar has it, in all years', () => {
    const parts = fc.tuple(
      fc.integer({ min: 0, max: 9999 }),
      fc.integer({ min: 0, max: 14 }),
      fc.integer({ min: 0, max: 33 }),
    );
    const [year, two] = [(n: number) => String(n).padStart(4, '0'), (n: number) => String(n).padStart(2, '0')];
    fc.assert(
      fc.property(parts, ([y, m, d]) => {
        const text = `${year(y)}-${two(m)}-${two(d)}`;
        const ms = Date.parse(`${text}T00:00:00Z`);
        const isThere = y > 0 && !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
        expect([text, isDate(text)]).toEqual([text, isThere]);
      }),
      { numRuns: 5000 },
    );
    for (const leap of ['2000-02-29', '2400-02-29', '1996-02-29']) expect(isDate(leap)).toBe(true);
    for (const none of ['1900-02-29', '2100-02-29', '2026-04-31']) expect(isDate(none)).toBe(false);
  });
  test('months clamp to the end of the month', () => {
    expect(addToDate('2026-01-31', months(1))).toBe('2026-02-28');
    expect(addToDate('2024-02-29', months(12))).toBe('2025-02-28');
    expect(addToDate('0001-01-31', months(1))).toBe('0001-02-28');
    expect(addToInstant('0050-01-31T12:00:00.000Z', months(1), 'UTC')).toBe('0050-02-28T12:00:00.000Z');
  });
  test.each([
    ['2000-06-15', '2026-06-14', 25],
    ['2000-06-15', '2026-06-15', 26],
    ['2004-02-29', '2023-02-28', 18],
    ['2004-02-29', '2023-03-01', 19],
    ['2004-02-29', '2024-02-28', 19],
    ['2004-02-29', '2024-02-29', 20],
    ['2026-03-05', '2026-03-05', 0],
    ['2026-03-06', '2026-03-05', 0],
    ['2027-03-05', '2026-03-05', -1],
    ['0001-01-01', '9999-12-31', 9998],
  ])('from %s to %s there are %i whole years', (from, to, years) => {
    expect(yearsBetween(from, to)).toBe(years);
  });
  test('a person is as old as they have had birthdays, the 29 February counted on 1 March', () => {
    const day = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(day, fc.nat(100 * 366), fc.boolean(), (born, later, isLeapDay) => {
        const from = isLeapDay ? `${String(born.getUTCFullYear() & ~3)}-02-29` : born.toISOString().slice(0, 10);
        fc.pre(isDate(from));
        const to = addToDate(from, days(later)) ?? '';
        const birthdays = Array.from({ length: 102 }, (_, count) => {
          const day = `${String(Number(from.slice(0, 4)) + count)}${from.slice(4)}`;
          return isDate(day) ? day : day.replace('02-29', '03-01');
        });
        expect(yearsBetween(from, to)).toBe(birthdays.filter((one) => one <= to).length - 1);
        expect(yearsBetween(to, from)).toBe(0 - yearsBetween(from, to));
      }),
    );
  });
  test('days keep local time across the change to summer time, hours are exact', () => {
    const evening = '2026-03-28T18:00:00.000Z'; // 19:00 in Berlin
    expect(addToInstant(evening, days(1), BERLIN)).toBe('2026-03-29T17:00:00.000Z');
    expect(addToInstant(evening, hours(24), BERLIN)).toBe('2026-03-29T18:00:00.000Z');
  });
  test('a local time in the gap moves forward', () => {
    expect(addToInstant('2026-03-28T01:30:00.000Z', days(1), BERLIN)).toBe('2026-03-29T01:30:00.000Z');
  });
  test('local time is right at the beginning of the calendar', () => {
    expect(dateOf('0001-01-01T03:00:00.000Z', 'America/New_York')).toBeNull();
    expect(dateOf('0001-01-02T03:00:00.000Z', 'America/New_York')).toBe('0001-01-01');
  });
  test('today is the day of the application zone', () => {
    expect(todayIn('Asia/Tokyo', '2026-03-05T15:30:00.000Z')).toBe('2026-03-06');
    expect(dateOf('2026-03-05T22:59:00.000Z', BERLIN)).toBe('2026-03-05');
  });
  test('instants are read from RFC 3339 and kept in UTC with milliseconds', () => {
    expect(parseInstant('2026-03-05T14:00:00+09:00')).toBe('2026-03-05T05:00:00.000Z');
    expect(parseInstant('2026-02-30T00:00:00Z')).toBeNull();
    expect(parseInstant('2026-03-05')).toBeNull();
  });
});
