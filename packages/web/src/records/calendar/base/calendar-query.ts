import { filterQuery, type CalendarLayout, type ListScreen, type ListState } from '@ninefold/model';
import type { CalendarRow } from './calendar-shared.ts';
import { addDays, momentOf } from './days.ts';

/** At most so many records of a row of days are shown: a page of the list. */
export const MOST = 200;

interface Asked {
  readonly state: ListState;
  readonly screen: ListScreen;
  readonly calendar: CalendarLayout;
  /** Whether the records are between days; else between moments. */
  readonly isDay: boolean;
  readonly timeZone: string;
  /** Of these records alone; null: of all. */
  readonly row?: CalendarRow | null;
  /** So many of them, and how many there are; a page of them unless given. */
  readonly first?: number | undefined;
}

/** The records of the list that meet these days and have an end, or for a calendar without ends begin on one of them. */
export function metQuery(asked: Asked, days: readonly string[]): string {
  const { from, to } = asked.calendar;
  const [begin, after] = edgesOf(asked, days);
  return written(asked, [
    [from, after],
    [to ?? from, begin],
  ]);
}

/** The records of the list that have begun before the end of these days and have no end yet. */
export function openQuery(asked: Asked, days: readonly string[]): string {
  const { from, to } = asked.calendar;
  return written(asked, [
    [from, edgesOf(asked, days)[1]],
    [to ?? from, 'blank'],
  ]);
}

/** How many records of the list begin on each of these days. */
export function begunQuery(asked: Asked, days: readonly string[]): string {
  const { from } = asked.calendar;
  const params = new URLSearchParams(
    written(
      asked,
      edgesOf(asked, days).map((edge) => [from, edge] as const),
    ),
  );
  for (const useless of ['sort', 'total']) params.delete(useless);
  params.set('group', `${from}:day`);
  params.set('select', 'count');
  return params.toString();
}

/** From the first of the days, and to the last of them. */
function edgesOf({ isDay, timeZone }: Asked, days: readonly string[]): readonly [begin: string, after: string] {
  const [first, last] = [days[0] ?? '', days.at(-1) ?? ''];
  if (isDay) return [`ge:${first}`, `le:${last}`];
  return [`ge:${momentOf(first, timeZone)}`, `lt:${momentOf(addDays(last, 1), timeZone)}`];
}

function written(
  { state, screen, calendar, row = null, first }: Asked,
  filters: readonly (readonly [field: string, condition: string])[],
): string {
  const params = filterQuery(state, screen);
  for (const [field, condition] of filters) params.append(`f.${field}`, condition);
  if (row !== null && calendar.per !== null)
    for (const condition of conditionsOf(row)) params.append(`f.${calendar.per}`, condition);
  params.set('sort', calendar.from);
  params.set('size', String(first ?? MOST));
  params.set('total', first === undefined ? 'none' : 'capped');
  return params.toString();
}

function conditionsOf({ value, except }: CalendarRow): readonly string[] {
  if (except !== undefined) return except.map((other) => (other === null ? 'filled' : `ne:${other}`));
  return [value === null ? 'blank' : `eq:${value}`];
}
