import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Every } from '../ir/effect.ts';
import { lastOccurrence, nextOccurrence, type CalendarPlace } from './schedule.ts';

const NONE = { days: null, weekdays: [], monthDay: null, nth: null, skip: null, at: '08:00' } as const;
const every = (given: Partial<Every>): Every => ({ ...NONE, ...given });
const berlin = (...skipped: readonly string[]): CalendarPlace => ({
  timeZone: 'Europe/Berlin',
  skipped: new Set(skipped),
});
/** The first moments of a calendar after an instant. */
const moments = (given: Partial<Every>, after: string, count: number, place = berlin()): readonly string[] => {
  const found: string[] = [];
  for (let from = after; found.length < count; from = found.at(-1) ?? '')
    found.push(nextOccurrence(every(given), from, place) ?? '');
  return found;
};

test('a calendar comes each day at the same local time, over both changes of summer time', () => {
  expect(moments({ days: 1 }, '2026-03-27T07:00:00.000Z', 3)).toEqual([
    ...['2026-03-28T07:00:00.000Z', '2026-03-29T06:00:00.000Z', '2026-03-30T06:00:00.000Z'],
  ]);
  expect(moments({ days: 1, at: '02:30' }, '2026-03-28T12:00:00.000Z', 2)).toEqual([
    ...['2026-03-29T01:30:00.000Z', '2026-03-30T00:30:00.000Z'], // the time that is left out is an hour later
  ]);
  expect(moments({ days: 1, at: '02:30' }, '2026-10-24T12:00:00.000Z', 2)).toEqual([
    ...['2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z'], // the first of two
  ]);
});

test('a calendar names weekdays, the first or last of them in a month, and days of a month', () => {
  const days = (given: Partial<Every>, count: number): readonly string[] =>
    moments(given, '2026-01-01T12:00:00.000Z', count).map((moment) => moment.slice(0, 10));
  expect(days({ weekdays: [1, 4] }, 3)).toEqual(['2026-01-05', '2026-01-08', '2026-01-12']);
  expect(days({ weekdays: [1], nth: 1 }, 3)).toEqual(['2026-01-05', '2026-02-02', '2026-03-02']);
  expect(days({ weekdays: [5], nth: 'last' }, 2)).toEqual(['2026-01-30', '2026-02-27']);
  expect(days({ monthDay: 31 }, 4)).toEqual(['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30']);
  expect(days({ monthDay: 'last' }, 2)).toEqual(['2026-01-31', '2026-02-28']);
  expect(days({ days: 7 }, 2)).toEqual(['2026-01-08', '2026-01-15']);
});

test('a day that is left out moves to the next open one, where it comes once', () => {
  const closed = berlin('2026-02-02', '2026-02-03');
  expect(moments({ weekdays: [1], nth: 1 }, '2026-01-10T00:00:00.000Z', 2, closed)).toEqual([
    ...['2026-02-04T07:00:00.000Z', '2026-03-02T07:00:00.000Z'],
  ]);
  expect(moments({ days: 1 }, '2026-02-01T12:00:00.000Z', 2, closed)).toEqual([
    ...['2026-02-04T07:00:00.000Z', '2026-02-05T07:00:00.000Z'],
  ]);
});

/** The days of a calendar, said in another way: each written day of three years, moved. */
function simply({ days, weekdays, monthDay, nth }: Every, skipped: ReadonlySet<string>): readonly string[] {
  const all = Array.from({ length: 1096 }, (_, index) => new Date(Date.UTC(2025, 0, 1 + index)));
  const found = all.filter((day) => {
    if (days !== null) return (day.getTime() / 86_400_000) % days === 0;
    const inMonth = all.filter((other) => other.getTime() > day.getTime() - 32 * 86_400_000 && isSameMonth(other, day));
    if (monthDay !== null) return day.getUTCDate() === (monthDay === 'last' ? 31 : Math.min(monthDay, inMonth.length));
    const own = inMonth.filter((other) => other.getUTCDay() === day.getUTCDay());
    const isIn = nth === null || own.at(nth === 'last' ? -1 : nth - 1)?.getTime() === day.getTime();
    return weekdays.some((one) => one % 7 === day.getUTCDay()) && isIn;
  });
  const moved = found.map((day) => {
    let at = day;
    while (skipped.has(at.toISOString().slice(0, 10))) at = new Date(at.getTime() + 86_400_000);
    return at.toISOString().slice(0, 10);
  });
  return [...new Set(moved)].sort();
}

function isSameMonth(a: Date, b: Date): boolean {
  return a.getUTCMonth() === b.getUTCMonth() && a.getUTCFullYear() === b.getUTCFullYear();
}

const nth = fc.option(fc.oneof(fc.integer({ min: 1, max: 4 }), fc.constant('last' as const)));
const calendars = fc.oneof(
  fc.record({ days: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 3 }), nth }),
  fc.record({ monthDay: fc.integer({ min: 1, max: 28 }) }),
);
const days = fc.uniqueArray(
  fc.integer({ min: 0, max: 1000 }).map((day) => new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10)),
  { maxLength: 300 },
);

test('every calendar comes on the days of a simple one, forwards and backwards', () => {
  fc.assert(
    fc.property(calendars, days, fc.integer({ min: 0, max: 500 }), (given, skipped, start) => {
      const place = { timeZone: 'UTC', skipped: new Set(skipped) };
      const after = new Date(Date.UTC(2025, 1, 1 + start, 8)).toISOString();
      const expected = simply(every(given), place.skipped).filter((day) => `${day}T08:00:00.000Z` > after);
      const found = moments(given, after, 4, place);
      expect(found).toEqual(expected.slice(0, 4).map((day) => `${day}T08:00:00.000Z`));
      const [first = '', , third = '', fourth = ''] = found;
      const until = new Date(Date.parse(fourth) - 1).toISOString();
      expect(lastOccurrence(every(given), { after, until }, place)).toBe(third);
      expect(lastOccurrence(every(given), { after, until: first }, place)).toBe(first);
      expect(lastOccurrence(every(given), { after: first, until: first }, place)).toBeNull();
    }),
    { numRuns: 150 },
  );
});
