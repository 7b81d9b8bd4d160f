import type { RecordValue, Wire } from '@ninefold/model';
import { expect, test } from 'vitest';
import { weeksOf } from './days.ts';
import { hiddenOf, periodOf, placed, type Entry } from './placing.ts';

const LAYOUT = { from: 'from', to: 'to', per: null, closed: null, holidays: null };
const BERLIN = { isDay: false, timeZone: 'Europe/Berlin' };

const MADE = { created_at: '2026-11-01T00:00:00.000Z', created_by: null };

const record = (id: string, from: Wire, to: Wire): RecordValue => ({
  ...{ id, version: 1, from, to },
  ...{ ...MADE, changed_at: MADE.created_at, changed_by: null },
});

const days = (from: Wire, to: Wire) => periodOf(record('a', from, to), LAYOUT, { ...BERLIN, isDay: true });
const moments = (from: Wire, to: Wire) => periodOf(record('a', from, to), LAYOUT, BERLIN);

test('dates count both ends, whatever the zone', () => {
  expect(days('2026-11-26', '2026-11-28')).toEqual({ first: '2026-11-26', last: '2026-11-28', clock: null });
  expect(days('2026-11-26', null)).toMatchObject({ first: '2026-11-26', last: '9999-12-31' });
  expect(days('2026-11-26', '2026-11-20')).toMatchObject({ first: '2026-11-26', last: '2026-11-26' });
  expect(days(null, '2026-11-20')).toBeNull();
  const alone = periodOf(
    record('a', '2026-11-26', '2026-11-28'),
    { from: 'from', to: null, per: null, closed: null, holidays: null },
    { ...BERLIN, isDay: true },
  );
  expect(alone).toMatchObject({ first: '2026-11-26', last: '2026-11-26' });
});

test('moments meet the days of the zone, and not the one that begins when they end', () => {
  // 23:30 on the 26th to 00:30 on the 27th in Berlin, an hour earlier in UTC
  expect(moments('2026-11-26T22:30:00.000Z', '2026-11-26T23:30:00.000Z')).toMatchObject({
    first: '2026-11-26',
    last: '2026-11-27',
  });
  expect(moments('2026-11-26T10:00:00.000Z', '2026-11-26T23:00:00.000Z')).toMatchObject({ last: '2026-11-26' });
  expect(moments('2026-11-26T23:00:00.000Z', '2026-11-26T23:00:00.000Z')).toMatchObject({
    first: '2026-11-27',
    last: '2026-11-27',
  });
  expect(moments('2026-11-26T10:00:00.000Z', null)).toMatchObject({ first: '2026-11-26', last: '9999-12-31' });
});

test('the clock is that of the zone on both sides of a change of summer time', () => {
  const clock = (ms: number | undefined): string => new Date(ms ?? Number.NaN).toISOString().slice(0, 16);
  // clocks went from 2 to 3 on 29 March 2026, and from 3 to 2 on 25 October
  const spring = moments('2026-03-29T00:30:00.000Z', '2026-03-29T01:30:00.000Z');
  expect([clock(spring?.clock?.from), clock(spring?.clock?.to)]).toEqual(['2026-03-29T01:30', '2026-03-29T03:30']);
  const autumn = moments('2026-10-25T00:30:00.000Z', '2026-10-25T01:15:00.000Z');
  expect([clock(autumn?.clock?.from), clock(autumn?.clock?.to)]).toEqual(['2026-10-25T02:30', '2026-10-25T02:30']);
});

const WEEK = weeksOf('week', '2026-11-26', 1)[0] ?? [];

const entry = (id: string, first: string, last: string): Entry => ({
  record: record(id, first, last),
  period: { first, last, clock: null },
});

test('records that meet stand below each other, in the first line that is free', () => {
  const all = placed(
    [
      entry('late', '2026-11-28', '2026-11-28'),
      entry('short', '2026-11-24', '2026-11-24'),
      entry('long', '2026-11-24', '2026-11-26'),
      entry('before', '2026-11-01', '2026-11-22'),
      entry('through', '2026-11-20', '2026-12-05'),
      entry('after', '2026-11-30', '2026-11-30'),
      entry('next', '2026-11-25', '2026-11-27'),
    ],
    WEEK,
  );
  expect(all.map((one) => [one.record.id, one.from, one.to, one.lane, one.begun, one.goesOn])).toEqual([
    ['through', 0, 6, 0, true, true],
    ['long', 1, 3, 1, false, false],
    ['short', 1, 1, 2, false, false],
    ['next', 2, 4, 2, false, false],
    ['late', 5, 5, 1, false, false],
  ]);
  expect(hiddenOf(all, WEEK, 2)).toEqual([0, 1, 1, 1, 1, 0, 0]);
});
