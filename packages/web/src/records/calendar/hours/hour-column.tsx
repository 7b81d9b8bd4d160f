import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { useEffect, useMemo, useRef, type RefObject } from 'react';
import { Link } from 'react-router';
import { localMs } from '@ninefold/model';
import { useModel, useRights, useScope } from '../../../base/model/use-model.ts';
import { useTexts } from '../../../base/texts/use-texts.tsx';
import { ErrorBanner } from '../../../fields/messages/error-banner.tsx';
import { MOST } from '../base/calendar-query.ts';
import { rowKey, type CalendarRow, type CalendarShared } from '../base/calendar-shared.ts';
import { momentOf } from '../base/days.ts';
import type { Entry } from '../base/placing.ts';
import { freeIn, takingOf, type Stretch } from '../base/free.ts';
import { useSight } from '../events/use-sight.ts';
import type { DropPlace } from '../moves/use-dragged.ts';
import { HourEvent, WholeDayEvent } from './hour-event.tsx';
import styles from './hours.module.css';
import { DAY_MS, HOUR_MS, hoursOf, placeOf, STEP_MS } from '../base/hours.ts';
import { useEntries } from '../events/use-entries.ts';

interface HourColumnProps extends CalendarShared {
  readonly day: string;
  readonly row: CalendarRow | null;
}

/** The hours of a day, of one person or room where there is one. */
export function HourColumn(props: HourColumnProps) {
  const { day, row, words, place, marks } = props;
  const box = useRef<HTMLElement>(null);
  const isSeen = useSight(box);
  const label = row === null ? words.full(day) : row.title;
  return (
    <section
      ref={box}
      className={styles['column']}
      aria-label={label}
      data-nf-hours={row === null ? day : rowKey(row)}
      data-closed={marks.closed.has(day) || marks.holidays.has(day) || undefined}
    >
      {isSeen && <Seen {...props} />}
      {day === place.today && <Now day={day} />}
    </section>
  );
}

function Seen(props: HourColumnProps) {
  const { day, entity } = props;
  const { t } = useTexts();
  const days = useMemo(() => [day], [day]);
  const { entries, query, isCut, failure, retry } = useEntries({ ...props, days });
  const { whole, parts } = useMemo(() => hoursOf(entries, day), [entries, day]);
  return (
    <div ref={useHourDropping(props)} className={styles['inside']}>
      {failure && <ErrorBanner failure={failure} entity={entity.id} onRetry={retry} />}
      {!isCut && <Ways {...props} entries={entries} />}
      {whole.length > 0 && (
        <ol className={styles['whole']}>
          {whole.map(({ record }) => (
            <WholeDayEvent key={record.id} {...props} record={record} query={query} />
          ))}
        </ol>
      )}
      <ol className={styles['parts']}>
        {parts.map((one) => (
          <HourEvent key={one.record.id} {...props} placed={one} query={query} />
        ))}
      </ol>
      {isCut && <p className={styles['cut']}>{t('calendar.cut', { count: MOST })}</p>}
    </div>
  );
}

/** The working hours, within which free slots are offered where something says what is taken. */
const WORK: Stretch = { from: 8 * HOUR_MS, to: 18 * HOUR_MS };

/** The ways to a new record: in each slot that is free, else at each hour. */
function Ways({ entries, ...props }: HourColumnProps & { readonly entries: readonly Entry[] }) {
  const { t } = useTexts();
  const { timeZone } = useModel();
  const [rights, scope] = [useRights(), useScope()];
  const { day, row, createOn, words } = props;
  if (createOn === null || row?.value === null) return null;
  const taking = takingOf(props, { rights, scope });
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const past = localMs(scope.now, timeZone) - midnight;
  const slots =
    taking === null || row === null
      ? null
      : freeIn(
          entries
            .filter(taking)
            .flatMap(({ period: { clock } }) =>
              clock === null ? [] : [{ from: clock.from - midnight, to: clock.to - midnight }],
            ),
          { from: Math.max(WORK.from, Math.ceil(past / STEP_MS) * STEP_MS), to: WORK.to },
        );
  const stretches =
    slots ?? Array.from({ length: 24 }, (_, hour) => ({ from: hour * HOUR_MS, to: (hour + 1) * HOUR_MS }));
  return stretches.map(({ from, to }) => {
    const span = `${words.clock(from)} – ${words.clock(to)}`;
    const name = t(slots === null ? 'calendar.new_at' : 'calendar.new_in', {
      day: `${words.full(day)}, ${span}`,
      row: row?.title ?? '',
    });
    return (
      <Link
        key={from}
        to={createOn({ day, ms: from, row, ...(slots === null ? {} : { until: momentOf(day, timeZone, to) }) })}
        className={slots === null ? styles['hour'] : styles['slot']}
        style={placeOf(from, to)}
        aria-label={name}
        title={name}
        tabIndex={slots === null ? -1 : 0}
        draggable={false}
        data-nf-free={slots === null ? undefined : `${String(from / STEP_MS)} ${String(to / STEP_MS)}`}
      >
        {slots !== null && span}
      </Link>
    );
  });
}

/** The present moment. */
function Now({ day }: { readonly day: string }) {
  const { timeZone } = useModel();
  const { now } = useScope();
  const ms = localMs(now, timeZone) - Date.parse(`${day}T00:00:00Z`);
  return <span className={styles['now']} style={placeOf(ms, ms)} aria-hidden />;
}

/** Tells at which time of the day the pointer is that drags a record. */
function useHourDropping({ day, row }: HourColumnProps): RefObject<HTMLDivElement | null> {
  const frame = useRef<HTMLDivElement>(null);
  const latest = useRef({ day, row });
  useEffect(() => {
    latest.current = { day, row };
  });
  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    return dropTargetForElements({
      element,
      getData: ({ input }): Record<string, unknown> => {
        const { top, height } = element.getBoundingClientRect();
        const ms = Math.floor((((input.clientY - top) / height) * DAY_MS) / STEP_MS) * STEP_MS;
        return { ...latest.current, ms } satisfies DropPlace;
      },
    });
  }, []);
  return frame;
}
