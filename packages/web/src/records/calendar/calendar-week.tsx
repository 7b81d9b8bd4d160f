import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { useEffect, useMemo, useRef, type RefObject } from 'react';
import { Link } from 'react-router';
import { useListQuery } from '../../base/calls/record-api.ts';
import { useModel } from '../../base/model/use-model.ts';
import { toFailure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { ErrorBanner } from '../../fields/messages/error-banner.tsx';
import { CalendarDay } from './calendar-day.tsx';
import { CalendarEvent } from './calendar-event.tsx';
import { metQuery, MOST, openQuery } from './calendar-query.ts';
import type { CalendarShared } from './calendar-shared.ts';
import styles from './calendar.module.css';
import { hiddenOf, periodOf, placed, type Entry } from './placing.ts';

interface CalendarWeekProps extends CalendarShared {
  readonly days: readonly string[];
}

/** How many records of a day stand below each other in a month. */
const LANES = 3;

/** A row of days with the records that meet them, which it asks for itself. */
export function CalendarWeek(props: CalendarWeekProps) {
  const { days, place, words } = props;
  const { t } = useTexts();
  const { entries, query, isCut, failure, retry } = useEntries(props);
  const all = useMemo(() => placed(entries, days), [entries, days]);
  const lanes = place.span === 'month' ? LANES : Infinity;
  const hidden = hiddenOf(all, days, lanes);
  const columns = { gridTemplateColumns: `repeat(${days.length}, minmax(0, 1fr))` };
  return (
    <section ref={useDropping(days)} className={styles['week']} aria-label={words.title('week', days, place.day)}>
      <ol className={styles['days']} style={columns}>
        {days.map((day) => (
          <CalendarDay key={day} {...props} day={day} />
        ))}
      </ol>
      {failure && <ErrorBanner failure={failure} entity={props.entity.id} onRetry={retry} />}
      <ol className={styles['events']} style={columns}>
        {all
          .filter(({ lane }) => lane < lanes)
          .map((one) => (
            <CalendarEvent key={one.record.id} {...props} placed={one} query={query} />
          ))}
      </ol>
      <div className={styles['mores']} style={columns}>
        {days.map((day, index) => {
          const count = hidden[index] ?? 0;
          return count === 0 ? null : (
            <Link
              key={day}
              to={props.searchOf({ span: 'day', day })}
              className={styles['more']}
              style={{ gridColumn: index + 1 }}
              aria-label={t('calendar.more', { count, day: words.full(day) })}
            >
              +{count}
            </Link>
          );
        })}
      </div>
      {isCut && <p className={styles['cut']}>{t('calendar.cut', { count: MOST })}</p>}
    </section>
  );
}

/** The records that meet the days, with their periods. What has no end yet is asked for apart: a filter of an end leaves it out. */
function useEntries({ entity, screen, state, calendar, isDay, days }: CalendarWeekProps) {
  const { timeZone } = useModel();
  const asked = { state, screen, calendar, isDay, timeZone };
  const query = metQuery(asked, days);
  const end = calendar.to === null ? undefined : entity.fields[calendar.to];
  const met = useListQuery({ entity: entity.id, query });
  const open = useListQuery(
    { entity: entity.id, query: openQuery(asked, days) },
    { skip: end === undefined || end.required },
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
    isCut: [met, open].some(({ currentData }) => currentData !== undefined && currentData.next !== null),
    failure: error === undefined ? null : toFailure(error),
    retry: () => void (met.error === undefined ? open.refetch() : met.refetch()),
  };
}

/** Tells on which of the days the pointer is that drags a record. */
function useDropping(days: readonly string[]): RefObject<HTMLElement | null> {
  const frame = useRef<HTMLElement>(null);
  const latest = useRef(days);
  useEffect(() => {
    latest.current = days;
  });
  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    return dropTargetForElements({
      element,
      getData: ({ input }) => ({ day: dayAt(element, latest.current, input.clientX) }),
    });
  }, []);
  return frame;
}

function dayAt(element: HTMLElement, days: readonly string[], x: number): string | undefined {
  const { left, width } = element.getBoundingClientRect();
  const place = Math.floor(((x - left) / width) * days.length);
  const isMirrored = getComputedStyle(element).direction === 'rtl';
  const inside = Math.min(Math.max(place, 0), days.length - 1);
  return days[isMirrored ? days.length - 1 - inside : inside];
}
