import { dayMs, timeFormat } from '@ninefold/model';
import { useFormat } from '../../../base/format/use-format.ts';
import type { Span } from './days.ts';

/** Days as the reader's language and region write them on a calendar. */
export interface DayWords {
  /** The number of a day in its month; on the first day of a month with the month. */
  readonly number: (day: string) => string;
  /** The same where there is little room: “11/1”. */
  readonly narrow: (day: string) => string;
  /** The weekday, short. */
  readonly weekday: (day: string) => string;
  /** From one day to another, in short. */
  readonly span: (first: string, last: string) => string;
  /** So many milliseconds after midnight, as a clock shows them, and the same of full hours. */
  readonly clock: (ms: number) => string;
  readonly hour: (ms: number) => string;
  /** A day in full, with its weekday. */
  readonly full: (day: string) => string;
  /** What is shown: a month, the days of a week, a day. */
  readonly title: (span: Span, days: readonly string[], day: string) => string;
}

const MONTH: Intl.DateTimeFormatOptions = { year: 'numeric', month: 'long' };
const DAYS: Intl.DateTimeFormatOptions = { year: 'numeric', month: 'short', day: 'numeric' };
const FULL: Intl.DateTimeFormatOptions = { dateStyle: 'full' };

export function useDayWords(): DayWords {
  const { locale } = useFormat();
  const format = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    timeFormat(locale, { ...options, timeZone: 'UTC' });
  const write = (options: Intl.DateTimeFormatOptions, day: string): string => format(options).format(dayMs(day));
  const number = (day: string, month: 'short' | 'numeric'): string =>
    day.endsWith('-01') ? write({ month, day: 'numeric' }, day) : String(Number(day.slice(8)));
  return {
    number: (day) => number(day, 'short'),
    narrow: (day) => number(day, 'numeric'),
    weekday: (day) => write({ weekday: 'short' }, day),
    span: (first, last) => format({ month: 'short', day: 'numeric' }).formatRange(dayMs(first), dayMs(last)),
    clock: (ms) => format({ hour: 'numeric', minute: '2-digit' }).format(ms),
    hour: (ms) => format({ hour: 'numeric' }).format(ms),
    full: (day) => write(FULL, day),
    title: (span, days, day) => {
      if (span === 'month') return write(MONTH, day);
      if (span === 'day') return write(FULL, day);
      return format(DAYS).formatRange(dayMs(days[0] ?? day), dayMs(days.at(-1) ?? day));
    },
  };
}
