import { dayMs, daysBetween, clockIn, showDate, timeFormat, todayIn } from '@ninefold/model';
import { ownZone } from './own-zone.ts';

function isJapanese(language: string): boolean {
  return language.startsWith('ja');
}

/** A day in full with its weekday: 2026年3月5日(木), Thu, Mar 5, 2026. */
export function readDate(date: string, language: string): string {
  const ms = dayMs(date);
  if (Number.isNaN(ms)) return '';
  const month = isJapanese(language) ? 'long' : 'short';
  return timeFormat(language, { year: 'numeric', month, day: 'numeric', weekday: 'short', timeZone: 'UTC' }).format(ms);
}

/** The same in the Japanese era: 令和8年3月5日. */
export function readEra(date: string): string {
  const options = {
    calendar: 'japanese',
    era: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  } as const;
  const ms = dayMs(date);
  return Number.isNaN(ms) ? '' : timeFormat('ja', options).format(ms);
}

/** The time of day of an instant. */
export function showTime(instant: string, language: string, timeZone: string): string {
  const ms = Date.parse(instant);
  return Number.isNaN(ms) ? '' : timeFormat(language, { ...clockIn(language), timeZone }).format(ms);
}

/** An instant with weekday and zone, for tooltips and readings. */
export function readInstant(instant: string, language: string, timeZone: string): string {
  const ms = Date.parse(instant);
  if (Number.isNaN(ms)) return '';
  return timeFormat(language, {
    year: 'numeric',
    month: isJapanese(language) ? 'long' : 'short',
    day: 'numeric',
    weekday: 'short',
    ...clockIn(language),
    timeZone,
    ...(differsFromOwn(timeZone) ? { timeZoneName: 'short' as const } : {}),
  }).format(ms);
}

/** Any moment of the present rules: a zone may have had another time long ago. */
const RECENT = Date.UTC(2026, 0, 1);

/** What a language calls the time of a zone: Central European Time. The zone's own name where it has no other. */
export function zoneName(timeZone: string, language: string): string {
  const parts = timeFormat(language, { timeZone, timeZoneName: 'longGeneric' }).formatToParts(RECENT);
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? timeZone;
}

/** Whether the reader's clock shows another time than the application's zone. */
export function differsFromOwn(timeZone: string): boolean {
  const own = ownZone();
  return own !== null && own !== timeZone;
}

type Steps = readonly (readonly [unit: Intl.RelativeTimeFormatUnit, size: number])[];

const STEPS_OF_DAYS: Steps = [
  ['year', 365],
  ['month', 30],
  ['week', 7],
  ['day', 1],
];
const STEPS_OF_SECONDS: Steps = [
  ['hour', 3600],
  ['minute', 60],
];
const DAY_SECONDS = 86_400;

/**
 * How long before or after `now` (milliseconds) an instant is: 3 hours ago, in 2 days. From one day on, days of the zone's
 * calendar are counted: “yesterday” is the day before, however late it was.
 */
export function showRelative(instant: string, { language, timeZone }: FormatIn, now: number): string {
  const seconds = (Date.parse(instant) - now) / 1000;
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const isDays = Math.abs(seconds) >= DAY_SECONDS;
  const count = isDays ? daysFrom(new Date(now).toISOString(), instant, timeZone) : seconds;
  for (const [unit, size] of isDays ? STEPS_OF_DAYS : STEPS_OF_SECONDS) {
    if (Math.abs(count) >= size) return unspaced(format.format(Math.trunc(count / size), unit), language);
  }
  return format.format(0, 'second');
}

/** How the times of a reader are written. */
interface FormatIn {
  readonly language: string;
  readonly timeZone: string;
}

/** A day beside others in a row: Today, Nov 24, Nov 24, 2025. `today` is a day too; the words are in `language`, the rest in `locale`. */
export function showNearDay(
  date: string,
  today: string,
  { language, locale }: { readonly language: string; readonly locale: string },
): string {
  const ms = dayMs(date);
  if (Number.isNaN(ms)) return date;
  const days = daysBetween(today, date);
  if (Math.abs(days) <= 1) {
    const word = new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(days, 'day');
    return word.charAt(0).toLocaleUpperCase(language) + word.slice(1);
  }
  if (date.slice(0, 4) !== today.slice(0, 4)) return showDate(date, locale);
  const inYear = isJapanese(locale)
    ? ({ month: '2-digit', day: '2-digit' } as const)
    : ({ month: 'short', day: 'numeric' } as const);
  return timeFormat(locale, { ...inYear, timeZone: 'UTC' }).format(ms);
}

/** How long something lasts in its largest whole unit: 2 days, 5 hours, 2日. At least a minute. */
export function showAbout(ms: number, language: string): string {
  const minutes = Math.max(1, Math.floor(ms / 60_000));
  const [count, unit] =
    minutes >= DAY_MINUTES
      ? [Math.floor(minutes / DAY_MINUTES), 'day']
      : minutes >= 60
        ? [Math.floor(minutes / 60), 'hour']
        : [minutes, 'minute'];
  const shown = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
  return unspaced(shown, language);
}

const DAY_MINUTES = 1440;

/** Japanese writes a number and its unit without the space that the data of languages has between them. */
function unspaced(text: string, language: string): string {
  return isJapanese(language) ? text.replace(/\s/gu, '') : text;
}

function daysFrom(now: string, instant: string, timeZone: string): number {
  return daysBetween(todayIn(timeZone, now), todayIn(timeZone, instant));
}
