import { fromInteger } from '../../values/decimal.ts';
import { daysBetween } from '../../values/time.ts';
import type { Value } from '../../values/value.ts';
import type { Planner } from './program.ts';

/** A Monday from which days are counted. */
const MONDAY = '1969-12-29';

/** Mondays to Fridays from the first Monday to this day. */
function weekdaysUntil(day: number): number {
  const week = Math.floor(day / 7);
  return week * 5 + Math.min(day - week * 7 + 1, 5);
}

function weekdays(from: string, to: string): number {
  return weekdaysUntil(daysBetween(MONDAY, to)) - weekdaysUntil(daysBetween(MONDAY, from) - 1);
}

function closedWithin(closed: readonly Value[], from: string, to: string): number {
  const days = closed.filter((day): day is string => typeof day === 'string' && from <= day && day <= to);
  return [...new Set(days)].filter((day) => weekdays(day, day) === 1).length;
}

/** Both days count, as in a spreadsheet; backwards the count is negative. */
export const workdays: Planner =
  () =>
  ([from, to, closed]) => {
    if (typeof from !== 'string' || typeof to !== 'string') return null;
    const [first, last, sign] = from <= to ? [from, to, 1] : [to, from, -1];
    const free = Array.isArray(closed) ? closedWithin(closed as readonly Value[], first, last) : 0; // a list of the language
    return fromInteger(sign * (weekdays(first, last) - free));
  };
