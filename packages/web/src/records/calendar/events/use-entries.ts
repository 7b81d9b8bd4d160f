import { useMemo } from 'react';
import type { CalendarLayout, Entity, ListScreen, ListState } from '@ninefold/model';
import { useListQuery } from '../../../base/calls/record-api.ts';
import { useModel } from '../../../base/model/use-model.ts';
import { toFailure } from '../../../base/store/failure.ts';
import { metQuery, openQuery } from '../base/calendar-query.ts';
import type { CalendarRow } from '../base/calendar-shared.ts';
import { periodOf, type Entry } from '../base/placing.ts';

interface Asked {
  readonly entity: Entity;
  readonly screen: ListScreen;
  readonly state: ListState;
  readonly calendar: CalendarLayout;
  readonly isDay: boolean;
  readonly days: readonly string[];
  readonly row?: CalendarRow | null;
  /** So many of them, and how many there are (`total`). */
  readonly first?: number;
  /** Asks for nothing. */
  readonly skip?: boolean;
}

/** The records that meet the days, with their periods. What has no end yet is asked for apart: a filter of an end leaves it out. */
export function useEntries({ entity, screen, state, calendar, isDay, days, row = null, first, skip = false }: Asked) {
  const { timeZone } = useModel();
  const asked = { state, screen, calendar, isDay, timeZone, row, first };
  const query = metQuery(asked, days);
  const end = calendar.to === null ? undefined : entity.fields[calendar.to];
  const met = useListQuery({ entity: entity.id, query }, { skip });
  const open = useListQuery(
    { entity: entity.id, query: openQuery(asked, days) },
    { skip: skip || end === undefined || end.required },
  );
  const entries = useMemo(() => {
    const records = [...(met.currentData?.items ?? []), ...(open.currentData?.items ?? [])];
    return records.flatMap((record): readonly Entry[] => {
      const period = periodOf(record, calendar, { isDay, timeZone });
      return period === null ? [] : [{ record, period }];
    });
  }, [met.currentData, open.currentData, calendar, isDay, timeZone]);
  const error = met.error ?? open.error;
  return {
    entries,
    query,
    /** How many there are, where `first` asks for it. */
    total: (met.currentData?.total ?? 0) + (open.currentData?.total ?? 0),
    isCut: [met, open].some(({ currentData }) => currentData !== undefined && currentData.next !== null),
    failure: error === undefined ? null : toFailure(error),
    retry: () => void (met.error === undefined ? open.refetch() : met.refetch()),
  };
}
