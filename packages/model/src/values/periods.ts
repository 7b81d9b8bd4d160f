import type { Period } from '../ir/screen.ts';
import { addToDate } from './time.ts';

/** How far the periods of each kind are apart. */
const STEPS: Readonly<Record<Period, { readonly months: number; readonly days: number }>> = {
  day: { months: 0, days: 1 },
  week: { months: 0, days: 7 },
  month: { months: 1, days: 0 },
  year: { months: 12, days: 0 },
};

/** How many signs of its first day say a period: `2026-03-02` a day or the Monday of a week, `2026-03`, `2026`. */
const SIGNS: Readonly<Record<Period, number>> = { day: 10, week: 10, month: 7, year: 4 };

/** The first day of a period. */
export function firstDayOf(text: string): string {
  return text.length === 4 ? `${text}-01-01` : text.length === 7 ? `${text}-01` : text;
}

/** The period to which a day belongs. */
export function periodOf(day: string, period: Period): string {
  if (period !== 'week') return day.slice(0, SIGNS[period]);
  const sinceMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return addToDate(day, { months: 0, days: -sinceMonday, ms: 0 }) ?? day;
}

/** The period so many periods later, or with a negative number earlier; at the ends of the calendar the period itself. */
export function movedPeriod(text: string, period: Period, by: number): string {
  const { months, days } = STEPS[period];
  const moved = addToDate(firstDayOf(text), { months: months * by, days: days * by, ms: 0 });
  return moved === null ? text : moved.slice(0, SIGNS[period]);
}

/** The periods from one to another, both included; at most so many, the last ones. */
export function periodsBetween(
  first: string,
  last: string,
  { period, most }: { readonly period: Period; readonly most: number },
): readonly string[] {
  const found: string[] = [];
  for (let at = last; at >= first && found.length < most; at = movedPeriod(at, period, -1)) {
    if (at === found.at(-1)) break; // the calendar ends
    found.push(at);
  }
  return found.toReversed();
}
