import { useMemo } from 'react';
import { evaluate, type CalendarLayout } from '@ninefold/model';
import { useFormat } from '../../../base/format/use-format.ts';
import { useScope } from '../../../base/model/use-model.ts';
import { weekdayOf } from './days.ts';
import { useHolidaysQuery } from './holidays-api.ts';

/** What is said of days beside their records. */
export interface DayMarks {
  /** Days that the specification marks as closed. */
  readonly closed: ReadonlySet<string>;
  /** The names of public holidays, by day. */
  readonly holidays: ReadonlyMap<string, string>;
}

/** Whether a day is drawn as one on which most people do not work. */
export function isDayOff(day: string, { closed, holidays }: DayMarks): boolean {
  return weekdayOf(day) % 6 === 0 || closed.has(day) || holidays.has(day);
}

/** The marks of the days from the first to the last. Holidays come later than the days; where they do not come, none are marked. */
export function useDayMarks(calendar: CalendarLayout, [first, last]: readonly [string, string]): DayMarks {
  const closed = useClosed(calendar);
  const { locale, language } = useFormat();
  const place = holidayPlace(calendar.holidays, locale);
  const asked = {
    ...{ place: place ?? '', from: first.slice(0, 4), to: last.slice(0, 4) },
    language: new Intl.Locale(language).language,
  };
  const { data } = useHolidaysQuery(asked, { skip: place === null });
  const holidays = useMemo(() => namesByDay(place === null ? [] : (data?.items ?? [])), [place, data]);
  return useMemo(() => ({ closed, holidays }), [closed, holidays]);
}

/** Whose holidays are marked: those that the calendar names, else those of the reader's region; null: none. */
export function holidayPlace(named: string | null, locale: string): string | null {
  const region = named ?? new Intl.Locale(locale).maximize().region;
  return region !== undefined && /^[A-Z]{2}/.test(region) ? region : null; // `none` and 419 are no countries
}

function namesByDay(items: readonly { readonly day: string; readonly name: string }[]): ReadonlyMap<string, string> {
  const names = Map.groupBy(items, ({ day }) => day);
  return new Map([...names].map(([day, all]) => [day, [...new Set(all.map(({ name }) => name))].join(' / ')]));
}

/** The days that the specification marks as closed. */
function useClosed({ closed }: CalendarLayout): ReadonlySet<string> {
  const scope = useScope();
  return useMemo(() => {
    const found = closed === null ? [] : evaluate(closed, scope);
    const days = Array.isArray(found) ? (found as readonly unknown[]) : []; // a list of the language
    return new Set(days.filter((day) => typeof day === 'string'));
  }, [closed, scope]);
}
