import { memoized } from './memo.ts';

/** A span of time. `months` clamp at a month's end, `days` keep local time, `ms` are exact. */
export interface Duration {
  readonly months: number;
  readonly days: number;
  readonly ms: number;
}

const DAY_MS = 86_400_000;
/** Beyond it a local time is outside the years 1 to 9999 in every zone, and may be no time at all. */
const MAX_LOCAL = 300_000_000_000_000;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** True for an existing calendar day written `2026-03-05`, years 0001 to 9999. */
export function isDate(text: string): boolean {
  if (!DATE.test(text)) return false;
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))];
  return year > 0 && day > 0 && day <= daysOf(year, month);
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** How many days a month has; 0 where there is no such month. */
function daysOf(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return month === 2 && isLeap ? 29 : (DAYS[month - 1] ?? 0);
}

/** An instant as `2026-03-05T08:30:00.000Z`, from RFC 3339 text; null for anything else. */
export function parseInstant(text: string): string | null {
  if (!INSTANT.test(text) || !isDate(text.slice(0, 10))) return null;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? null : instantText(ms);
}

function instantText(ms: number): string | null {
  if (!(ms >= -62_135_596_800_000 && ms <= 253_402_300_799_999)) return null;
  return new Date(ms).toISOString();
}

function dayText(ms: number): string | null {
  return Number.isNaN(ms) ? null : (instantText(ms)?.slice(0, 10) ?? null);
}

const formatFor = memoized(
  (timeZone: string) =>
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    }),
);

const MAX_OFFSETS = 20_000;

/** Asked once for each midnight of UTC: between two of the same offset it does not change. */
const knownOffset = memoized((timeZone: string) =>
  memoized((midnight: number) => exactOffset(midnight, timeZone), MAX_OFFSETS),
);

/** Milliseconds by which local time in the zone is ahead of UTC at this instant. */
function offsetAt(ms: number, timeZone: string): number {
  if (timeZone === 'UTC') return 0;
  const start = Math.floor(ms / DAY_MS) * DAY_MS;
  const offsetOf = knownOffset(timeZone);
  const offset = offsetOf(start);
  return offset === offsetOf(start + DAY_MS) ? offset : exactOffset(ms, timeZone);
}

function exactOffset(ms: number, timeZone: string): number {
  const part: Record<string, string> = {};
  for (const { type, value } of formatFor(timeZone).formatToParts(ms)) part[type] = value;
  const year = Number(part['year']);
  const local = utc(
    part['era'] === 'B' || part['era'] === 'BC' ? 1 - year : year,
    Number(part['month']) - 1,
    Number(part['day']),
    (Number(part['hour']) * 60 + Number(part['minute'])) * 60 + Number(part['second']),
  );
  return local - Math.floor(ms / 1000) * 1000;
}

/** The instant at which clocks in the zone show this local time; the first of two, and the time after a gap. */
export function instantOf(localMs: number, timeZone: string): number {
  const guess = localMs - offsetAt(localMs, timeZone);
  const before = localMs - offsetAt(guess - 3 * 3_600_000, timeZone);
  if (before + offsetAt(before, timeZone) === localMs) return before;
  const again = localMs - offsetAt(guess, timeZone);
  return again + offsetAt(again, timeZone) === localMs ? again : before;
}

/** Local time of an instant, as milliseconds that read as if it were UTC. */
export function localMs(instant: string, timeZone: string): number {
  const ms = Date.parse(instant);
  return ms + offsetAt(ms, timeZone);
}

/** The calendar day of an instant in a zone. */
export function dateOf(instant: string, timeZone: string): string | null {
  return dayText(localMs(instant, timeZone));
}

/** The calendar day it is in a zone at `now`. */
export function todayIn(timeZone: string, now: string): string {
  return dateOf(now, timeZone) ?? now.slice(0, 10);
}

/** As `Date.UTC`, which takes the years 0 to 99 for 1900 to 1999; `seconds` are those of the day. */
function utc(year: number, month: number, day: number, seconds = 0): number {
  const date = new Date(0);
  return date.setUTCFullYear(year, month, day) + seconds * 1000;
}

function addMonths(ms: number, months: number): number {
  if (months === 0) return ms;
  const day = new Date(ms);
  const first = utc(day.getUTCFullYear(), day.getUTCMonth() + months, 1);
  const length = new Date(utc(day.getUTCFullYear(), day.getUTCMonth() + months + 1, 0)).getUTCDate();
  return first + (Math.min(day.getUTCDate(), length) - 1) * DAY_MS + (((ms % DAY_MS) + DAY_MS) % DAY_MS);
}

/** Null outside the years 1 to 9999. Hours added to a day count as whole days only. */
export function addToDate(date: string, span: Duration): string | null {
  const moved = addMonths(Date.parse(`${date}T00:00:00Z`), span.months) + span.days * DAY_MS;
  return dayText(moved + Math.floor(span.ms / DAY_MS) * DAY_MS);
}

/** Null outside the years 1 to 9999. */
export function addToInstant(instant: string, span: Duration, timeZone: string): string | null {
  if (span.months === 0 && span.days === 0) return instantText(Date.parse(instant) + span.ms);
  const local = addMonths(localMs(instant, timeZone), span.months) + span.days * DAY_MS;
  return Math.abs(local) < MAX_LOCAL ? instantText(instantOf(local, timeZone) + span.ms) : null;
}

/** Whole days from one date to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

/** Whole years from one date to another, negative backwards. A year that begins on 29 February is full on 1 March where there is none. */
export function yearsBetween(from: string, to: string): number {
  if (to < from) return 0 - yearsBetween(to, from);
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4));
  return to.slice(5) < from.slice(5) ? years - 1 : years;
}

/** A length to compare spans by: a month counts 30 days, a day 24 hours. */
export function lengthOf(span: Duration): number {
  return (span.months * 30 + span.days) * DAY_MS + span.ms;
}

export function negate(span: Duration): Duration {
  return { months: -span.months, days: -span.days, ms: -span.ms };
}
