import type { Every } from '../ir/effect.ts';
import { addToDate, dateOf, daysBetween, instantOf } from '../values/time.ts';

/** How a calendar is read: in which zone its days begin, and which days it leaves out. */
export interface CalendarPlace {
  readonly timeZone: string;
  /** Days that move to the next one that is not among them. */
  readonly skipped: ReadonlySet<string>;
}

/** `days: 2` counts from this day, a Thursday. */
const FIRST_DAY = '1970-01-01';
/** The longest way from one occurrence to the next: `days` is at most 366, and a day of a month comes after at most 31. */
const LONGEST = 400;
const DAY = { months: 0, days: 1, ms: 0 };
const BACK = { months: 0, days: -1, ms: 0 };

/** The first moment of a calendar after an instant (RFC 3339 UTC); null where there is none before the year 10,000. */
export function nextOccurrence(every: Every, after: string, place: CalendarPlace): string | null {
  let day = dateOf(after, place.timeZone);
  for (let count = 0; day !== null && count <= LONGEST + place.skipped.size; count += 1) {
    const moment = isOccurrence(every, day, place.skipped) ? momentOf(every, day, place.timeZone) : null;
    if (moment !== null && moment > after) return moment;
    day = addToDate(day, DAY);
  }
  return null;
}

/** The last moment of a calendar that is later than one instant and not later than another; null where there is none. */
export function lastOccurrence(
  every: Every,
  { after, until }: { readonly after: string; readonly until: string },
  place: CalendarPlace,
): string | null {
  const first = dateOf(after, place.timeZone) ?? '';
  for (let day = dateOf(until, place.timeZone); day !== null && day >= first; day = addToDate(day, BACK)) {
    const moment = isOccurrence(every, day, place.skipped) ? momentOf(every, day, place.timeZone) : null;
    if (moment !== null && moment <= until) return moment > after ? moment : null;
  }
  return null;
}

/** A local time that is left out in spring is an hour later, of two in autumn it is the first. */
function momentOf({ at }: Every, day: string, timeZone: string): string {
  return new Date(instantOf(Date.parse(`${day}T${at}Z`), timeZone)).toISOString();
}

/** A day of the calendar, or the first open one after it. */
function isOccurrence(every: Every, day: string, skipped: ReadonlySet<string>): boolean {
  if (skipped.has(day)) return false;
  for (let from: string | null = day; from !== null; ) {
    if (isWritten(every, from)) return true;
    from = addToDate(from, BACK);
    if (from === null || !skipped.has(from)) return false;
  }
  return false;
}

function isWritten({ days, weekdays, monthDay, nth }: Every, day: string): boolean {
  const [inMonth, length] = [Number(day.slice(8)), lengthOfMonth(day)];
  if (days !== null) return daysBetween(FIRST_DAY, day) % days === 0;
  if (monthDay !== null) return inMonth === (monthDay === 'last' ? length : Math.min(monthDay, length));
  const isNth = nth === null || (nth === 'last' ? inMonth + 7 > length : Math.ceil(inMonth / 7) === nth);
  return isNth && weekdays.includes(weekdayOf(day));
}

function lengthOfMonth(day: string): number {
  return new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).getUTCDate();
}

/** Monday is 1. */
function weekdayOf(day: string): number {
  return ((((daysBetween(FIRST_DAY, day) + 3) % 7) + 7) % 7) + 1;
}
