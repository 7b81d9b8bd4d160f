import { fromInteger, UNIT } from '../../values/decimal.ts';
import { addToDate, dateOf, daysBetween, isDate, localMs, yearsBetween } from '../../values/time.ts';
import type { Type } from '../../ir/expression.ts';
import type { Value } from '../../values/value.ts';
import type { Planner } from './program.ts';
import { workdays } from './workdays.ts';

/** Whole units only: a part of a day or month has no length of its own. */
function span(unit: 'months' | 'days' | 'ms', times: number): Planner {
  return () =>
    ([count]) => {
      if (typeof count !== 'bigint') return null;
      const amount = unit === 'ms' ? Math.trunc((Number(count) * times) / Number(UNIT)) : Number(count / UNIT) * times;
      return { months: 0, days: 0, ms: 0, [unit]: amount };
    };
}

/** Milliseconds that read as the local time of a date or an instant. */
function clock(value: Value | undefined, type: Type | undefined, timeZone: string): Date | null {
  if (typeof value !== 'string') return null;
  return new Date(type?.kind === 'date' ? `${value}T00:00:00Z` : localMs(value, timeZone));
}

function part(read: (local: Date) => number): Planner {
  return ({ args: [arg] }) =>
    ([value], scope) => {
      const local = clock(value, arg?.type, scope.timeZone);
      return local === null ? null : fromInteger(read(local));
    };
}

function dayOf(value: Value | undefined, type: Type | undefined, timeZone: string): string | null {
  if (typeof value !== 'string') return null;
  if (type?.kind === 'datetime') return dateOf(value, timeZone);
  return isDate(value) ? value : null;
}

const monthStart = (day: string | null): string | null => (day === null ? null : `${day.slice(0, 8)}01`);

function monthEnd(day: string | null): string | null {
  const start = monthStart(day);
  const next = start === null ? null : addToDate(start, { months: 1, days: -1, ms: 0 });
  return next;
}

function onDay(run: (day: string | null) => Value): Planner {
  return ({ args: [arg] }) =>
    ([value], scope) =>
      run(dayOf(value, arg?.type, scope.timeZone));
}

const HOUR = 3_600_000;

/** `08:30`: texts of this form have the order of the clock. */
const timeOfDay: Planner =
  ({ args: [arg] }) =>
  ([value], scope) => {
    const local = clock(value, arg?.type, scope.timeZone);
    return local === null ? null : `${twoDigits(local.getUTCHours())}:${twoDigits(local.getUTCMinutes())}`;
  };

const twoDigits = (value: number): string => String(value).padStart(2, '0');

export const TIMES: Readonly<Record<string, Planner>> = {
  seconds: span('ms', 1000),
  minutes: span('ms', 60_000),
  hours: span('ms', HOUR),
  days: span('days', 1),
  weeks: span('days', 7),
  months: span('months', 1),
  years: span('months', 12),
  date: onDay((day) => day),
  start_of_month: onDay(monthStart),
  end_of_month: onDay(monthEnd),
  year: part((local) => local.getUTCFullYear()),
  month: part((local) => local.getUTCMonth() + 1),
  day: part((local) => local.getUTCDate()),
  hour: part((local) => local.getUTCHours()),
  minute: part((local) => local.getUTCMinutes()),
  weekday: part((local) => ((local.getUTCDay() + 6) % 7) + 1),
  time: timeOfDay,
  workdays,
  age:
    () =>
    ([from, on]) =>
      typeof from === 'string' && typeof on === 'string' && isDate(from) && isDate(on)
        ? fromInteger(yearsBetween(from, on))
        : null,
  days_between:
    () =>
    ([from, to]) =>
      typeof from === 'string' && typeof to === 'string'
        ? fromInteger(daysBetween(from.slice(0, 10), to.slice(0, 10)))
        : null,
};
