import { dateOf, localMs, type CalendarLayout, type RecordValue, type Wire } from '@ninefold/model';

/** When a record is: the days that it meets, both included. */
export interface Period {
  readonly first: string;
  readonly last: string;
  /** The clock at its begin and end in the zone of the application, in milliseconds that read as UTC; null where it has days alone. */
  readonly clock: { readonly from: number; readonly to: number } | null;
}

/** What a blank end stands for: the last day of the calendar. */
const OPEN = '9999-12-31';
const OPEN_MS = Date.parse(`${OPEN}T23:59:59.999Z`);

/** The period of a record; null where it has no begin. An end before the begin counts as the begin. */
export function periodOf(
  record: RecordValue,
  { from, to }: CalendarLayout,
  { isDay, timeZone }: { readonly isDay: boolean; readonly timeZone: string },
): Period | null {
  const begin = textOf(record[from]);
  if (begin === null) return null;
  const end = to === null ? begin : textOf(record[to]);
  if (isDay) return { first: begin, last: end === null ? OPEN : latest(begin, end), clock: null };
  const first = dateOf(begin, timeZone);
  if (first === null) return null;
  const start = localMs(begin, timeZone);
  if (end === null) return { first, last: OPEN, clock: { from: start, to: OPEN_MS } };
  // A moment before its end: what ends at midnight does not meet the day that begins then.
  const before = dateOf(new Date(Date.parse(end) - 1).toISOString(), timeZone) ?? first;
  return { first, last: latest(first, before), clock: { from: start, to: Math.max(start, localMs(end, timeZone)) } };
}

function textOf(value: Wire | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function latest(one: string, other: string): string {
  return one > other ? one : other;
}

/** A record with its period. */
export interface Entry {
  readonly record: RecordValue;
  readonly period: Period;
}

/** Where a record is drawn in a row of days. */
export interface Placed extends Entry {
  /** The places of its first and last day in the row. */
  readonly from: number;
  readonly to: number;
  /** The line in which it stands, from 0: records that meet stand below each other. */
  readonly lane: number;
  /** Whether it began before the row, and goes on after it. */
  readonly begun: boolean;
  readonly goesOn: boolean;
}

/** The records that meet a row of days, each in the first line that is free: those first that begin first, then the longest. */
export function placed(entries: readonly Entry[], days: readonly string[]): readonly Placed[] {
  const [first, last] = [days[0] ?? '', days.at(-1) ?? ''];
  const met = entries.filter(({ period }) => period.first <= last && period.last >= first).toSorted(byBegin);
  /** The last place that is taken in each line. */
  const taken: number[] = [];
  return met.map((entry) => {
    const { period } = entry;
    const [begun, goesOn] = [period.first < first, period.last > last];
    const from = begun ? 0 : days.indexOf(period.first);
    const to = goesOn ? days.length - 1 : days.indexOf(period.last);
    const free = taken.findIndex((place) => place < from);
    const lane = free < 0 ? taken.length : free;
    taken[lane] = to;
    return { ...entry, from, to, lane, begun, goesOn };
  });
}

function byBegin({ period: one, record }: Entry, { period: other, record: second }: Entry): number {
  if (one.first !== other.first) return one.first < other.first ? -1 : 1;
  if (one.last !== other.last) return one.last > other.last ? -1 : 1;
  const between = (one.clock?.from ?? 0) - (other.clock?.from ?? 0);
  return between !== 0 ? between : record.id < second.id ? -1 : 1;
}

/** How many records of each day stand in lines beyond the first ones. */
export function hiddenOf(all: readonly Placed[], days: readonly string[], lanes: number): readonly number[] {
  return days.map((_, place) => all.filter((one) => one.lane >= lanes && one.from <= place && one.to >= place).length);
}
