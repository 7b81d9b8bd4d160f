import { addToDate, dayMs, daysBetween } from '@ninefold/model';
import { addDays, weekdayOf } from '../calendar/base/days.ts';
import type { Period } from '../calendar/base/placing.ts';

/** How many months a Gantt chart shows at once. */
export const ZOOMS = { month: 1, quarter: 3, year: 12 } as const;
/** One of them. */
export type Zoom = keyof typeof ZOOMS;
/** Their names. */
export const ZOOM_NAMES = Object.keys(ZOOMS) as readonly Zoom[]; // the keys of the table

const DAY_MS = 86_400_000;

/** The days of a Gantt chart: from the first one on so many. */
export interface Axis {
  readonly first: string;
  readonly count: number;
}

/** The days that are shown from the month of a day on. */
export function axisOf(zoom: Zoom, day: string): Axis {
  const first = `${day.slice(0, 8)}01`;
  const after = addToDate(first, { months: ZOOMS[zoom], days: 0, ms: 0 });
  return { first, count: after === null ? 31 : daysBetween(first, after) };
}

/** The last day of an axis. */
export function lastOf({ first, count }: Axis): string {
  return addDays(first, count - 1);
}

/** A place on an axis, from 0 at its begin to 1 at its end, with the day that is written there. */
export interface Tick {
  readonly day: string;
  readonly at: number;
}

/** Where days are written: each one of a month, the first ones of weeks, the first ones of months. */
export function ticksOf(zoom: Zoom, axis: Axis, firstWeekday: number): readonly Tick[] {
  const isWritten: Readonly<Record<Zoom, (day: string) => boolean>> = {
    month: () => true,
    quarter: (day) => weekdayOf(day) === firstWeekday,
    year: (day) => day.endsWith('-01'),
  };
  return Array.from({ length: axis.count }, (_, index) => ({
    day: addDays(axis.first, index),
    at: index / axis.count,
  })).filter(({ day }) => isWritten[zoom](day));
}

/** The bar of a record. */
export interface Bar {
  readonly from: number;
  readonly to: number;
  /** Whether it began before the axis, and goes on after it. */
  readonly begun: boolean;
  readonly goesOn: boolean;
}

/** The part of a period that an axis shows; null where it shows none of it. */
export function barOf({ first, last, clock }: Period, axis: Axis): Bar | null {
  const begin = dayMs(axis.first);
  const place = (ms: number): number => (ms - begin) / DAY_MS / axis.count;
  const from = place(clock === null ? dayMs(first) : clock.from);
  const to = place(clock === null ? dayMs(last) + DAY_MS : clock.to);
  if (to < 0 || from >= 1) return null;
  return { from: Math.max(0, from), to: Math.min(1, to), begun: from < 0, goesOn: to > 1 };
}
