import { isDate } from '@ninefold/model';
import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { useScope } from '../../../base/model/use-model.ts';
import { SPANS, type Span } from './days.ts';

/** What a calendar shows, as its address says it beside the state of the list: `span=week&day=2026-11-26`. */
export interface CalendarPlace {
  readonly span: Span;
  readonly day: string;
  readonly today: string;
  /** Whether there is a row for each person, room and the like, where the calendar has them. */
  readonly rows: boolean;
}

/** The place, and the query of the address of another one. A month, and today, are left out of it. */
export function useCalendarPlace(): {
  readonly place: CalendarPlace;
  readonly searchOf: (next: Partial<CalendarPlace>) => string;
  readonly go: (next: Partial<CalendarPlace>) => void;
} {
  const [params, setParams] = useSearchParams();
  const { today } = useScope();
  const place = placeOf(params, String(today));
  const searchOf = (next: Partial<CalendarPlace>): string => `?${written(params, { ...place, ...next }).toString()}`;
  const go = useCallback(
    (next: Partial<CalendarPlace>) =>
      setParams((current) => written(current, { ...placeOf(current, String(today)), ...next })),
    [setParams, today],
  );
  return { place, searchOf, go };
}

function placeOf(params: URLSearchParams, today: string): CalendarPlace {
  const day = params.get('day') ?? '';
  return {
    span: SPANS.find((span) => span === params.get('span')) ?? 'month',
    day: isDate(day) ? day : today,
    today,
    rows: params.get('rows') !== 'off',
  };
}

function written(current: URLSearchParams, { span, day, today, rows }: CalendarPlace): URLSearchParams {
  const params = new URLSearchParams(current);
  params.delete('span');
  params.delete('day');
  params.delete('rows');
  if (span !== 'month') params.set('span', span);
  if (day !== today) params.set('day', day);
  if (!rows) params.set('rows', 'off');
  return params;
}
