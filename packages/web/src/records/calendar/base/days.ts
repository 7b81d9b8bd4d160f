import { addToDate, dayMs, instantOf } from '@ninefold/model';

/** How much a calendar shows at once. */
export const SPANS = ['month', 'week', 'day'] as const;
/** One of them. */
export type Span = (typeof SPANS)[number];

const DAY_MS = 86_400_000;
const WEEK = 7;

/** The weekday of a day: 0 is Sunday. 1 January 1970 was a Thursday. */
export function weekdayOf(day: string): number {
  const days = dayMs(day) / DAY_MS + 4;
  return ((days % WEEK) + WEEK) % WEEK;
}

/** The day so many days later or earlier; at the ends of the calendar the day itself. */
export function addDays(day: string, days: number): string {
  return addToDate(day, { months: 0, days, ms: 0 }) ?? day;
}

/** The days from one day on. */
function daysFrom(first: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => addDays(first, index));
}

/** The first day of the week of a day. */
function weekStart(day: string, firstWeekday: number): string {
  return addDays(day, -((weekdayOf(day) - firstWeekday + WEEK) % WEEK));
}

/** The days that are shown around a day, by week: those of a month fill their weeks with days of the months beside it. */
export function weeksOf(span: Span, day: string, firstWeekday: number): readonly (readonly string[])[] {
  return WEEKS[span](day, firstWeekday);
}

const WEEKS: Readonly<Record<Span, (day: string, firstWeekday: number) => readonly (readonly string[])[]>> = {
  day: (day) => [[day]],
  week: (day, firstWeekday) => [daysFrom(weekStart(day, firstWeekday), WEEK)],
  month: (day, firstWeekday) => {
    const [first, last] = monthOf(day);
    const weeks: (readonly string[])[] = [];
    for (let start = weekStart(first, firstWeekday); start <= last; start = addDays(start, WEEK)) {
      if (start === weeks.at(-1)?.[0]) break; // the calendar ends
      weeks.push(daysFrom(start, WEEK));
    }
    return weeks;
  },
};

/** The first and the last day of the month of a day. */
function monthOf(day: string): readonly [first: string, last: string] {
  const first = `${day.slice(0, 8)}01`;
  const next = addToDate(first, { months: 1, days: 0, ms: 0 });
  return [first, next === null ? `${day.slice(0, 8)}31` : addDays(next, -1)];
}

/** The day so many months, weeks or days later, to show what follows; a shorter month has its last day. */
export function moved(span: Span, day: string, by: number): string {
  const step = { month: { months: by, days: 0 }, week: { months: 0, days: WEEK * by }, day: { months: 0, days: by } };
  return addToDate(day, { ...step[span], ms: 0 }) ?? day;
}

/** The moment of a day at which clocks in the zone show so many milliseconds since midnight; after a gap where there is none. */
export function momentOf(day: string, timeZone: string, ms = 0): string {
  return new Date(instantOf(dayMs(day) + ms, timeZone)).toISOString();
}
