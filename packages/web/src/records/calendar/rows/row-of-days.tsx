import { Plus } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { Link } from 'react-router';
import { daysBetween } from '@ninefold/model';
import { useGroupsQuery } from '../../../base/calls/group-api.ts';
import { useModel, useRights, useScope } from '../../../base/model/use-model.ts';
import { useTexts } from '../../../base/texts/use-texts.tsx';
import { ErrorBanner } from '../../../fields/messages/error-banner.tsx';
import { CalendarEvent } from '../events/calendar-event.tsx';
import { begunQuery, MOST } from '../base/calendar-query.ts';
import { rowKey, type CalendarRow, type CalendarShared } from '../base/calendar-shared.ts';
import shared from '../base/calendar.module.css';
import { isDayOff } from '../base/day-marks.ts';
import { addDays } from '../base/days.ts';
import { useDropping } from '../moves/use-dropping.ts';
import { useEntries } from '../events/use-entries.ts';
import { hiddenOf, placed, type Entry, type Placed } from '../base/placing.ts';
import { freeIn, takingOf, type Stretch } from '../base/free.ts';
import { FullDays } from '../events/full-days.tsx';
import { MoreOfDays } from '../events/more-of-days.tsx';
import { NotPrinted } from '../events/not-printed.tsx';
import styles from './rows.module.css';
import { useSight } from '../events/use-sight.ts';

/** How many records of a day stand below each other in a row of several days. */
const LANES = 8;
const WEEK = 7;

interface RowProps extends CalendarShared {
  readonly days: readonly string[];
  readonly row: CalendarRow;
}

/** One row of a calendar by people, rooms and the like. */
export function RowOfDays(props: RowProps) {
  const box = useRef<HTMLElement>(null);
  const isSeen = useSight(box);
  return (
    <section ref={box} className={styles['row']} aria-label={props.row.title} data-nf-row={rowKey(props.row)}>
      {isSeen ? <Seen {...props} /> : <Unseen title={props.row.title} />}
    </section>
  );
}

function Unseen({ title }: { readonly title: string }) {
  return (
    <>
      <div className={styles['label']}>
        <bdi>{title}</bdi>
      </div>
      <NotPrinted />
    </>
  );
}

function Seen(props: RowProps) {
  const { days, row, entity, marks } = props;
  const { t } = useTexts();
  const { entries, query, isCut, failure, retry } = useEntries(props);
  const all = useMemo(() => placed(entries, days), [entries, days]);
  const lanes = days.length > 1 ? LANES : Infinity;
  const isFull = isCut && days.length > 1 && days.length <= WEEK;
  const begun = useBegun(props, isCut && days.length > WEEK);
  const shown = all.filter(({ lane }) => lane < lanes);
  const free = useFree(props, isCut ? null : entries);
  const columns = { gridTemplateColumns: `repeat(${String(days.length)}, minmax(0, 1fr))` };
  const isFree = (index: number): boolean => free === null || free.some(({ from, to }) => index >= from && index < to);
  return (
    <>
      <div className={styles['label']}>
        <bdi>{row.title}</bdi>
        <RowWays {...props} free={free} />
      </div>
      <div ref={useDropping(days, row)} className={styles['line']}>
        <ol className={styles['cells']} style={columns} aria-hidden>
          {days.map((day, index) => (
            <li key={day} data-weekend={isDayOff(day, marks) || undefined} data-taken={!isFree(index) || undefined} />
          ))}
        </ol>
        {failure && <ErrorBanner failure={failure} entity={entity.id} onRetry={retry} />}
        <ol className={`${shared['events'] ?? ''} ${styles['events'] ?? ''}`} style={columns}>
          {isFull ? (
            <FullDays {...props} shown={LANES} />
          ) : (
            shown.map((one) => <CalendarEvent key={one.record.id} {...props} placed={one} query={query} />)
          )}
        </ol>
        {!isFull && (
          <MoreOfDays {...props} counts={begun === null ? hiddenOf(all, days, lanes) : unseenOf(begun, shown, days)} />
        )}
        {isCut && days.length === 1 && <p className={shared['cut']}>{t('calendar.cut', { count: MOST })}</p>}
      </div>
    </>
  );
}

/** How many records of the row begin on each day, by the day; null until that is known, and where it is not asked for. */
function useBegun({ days, ...asked }: RowProps, isAsked: boolean): ReadonlyMap<string, number> | null {
  const { timeZone } = useModel();
  const query = begunQuery({ ...asked, timeZone }, days);
  const { currentData } = useGroupsQuery({ entity: asked.entity.id, query }, { skip: !isAsked });
  const by = `${asked.calendar.from}:day`;
  if (currentData === undefined) return null;
  return new Map(currentData.items.map((group) => [String(group.by[by]), group.count ?? 0]));
}

/** How many records begin on each day that are not shown. */
function unseenOf(
  begun: ReadonlyMap<string, number>,
  shown: readonly Placed[],
  days: readonly string[],
): readonly number[] {
  return days.map((day) => (begun.get(day) ?? 0) - shown.filter(({ period }) => period.first === day).length);
}

/** The days of the row on which nothing is taken, by their places; null where nothing says what is taken, or not all of it is known. */
function useFree(
  { entity, calendar, state, screen, days, row }: RowProps,
  entries: readonly Entry[] | null,
): readonly Stretch[] | null {
  const [rights, scope] = [useRights(), useScope()];
  return useMemo(() => {
    const taking = takingOf({ entity, calendar, state, screen }, { rights, scope });
    const first = days[0];
    if (taking === null || entries === null || first === undefined || row.except !== undefined) return null;
    const taken = entries.filter(taking).map(({ period }) => ({
      from: daysBetween(first, period.first),
      to: daysBetween(first, period.last) + 1,
    }));
    return freeIn(taken, { from: 0, to: days.length });
  }, [entity, calendar, state, screen, days, row, entries, rights, scope]);
}

/** So many free stretches are offered beside a row. */
const MOST_FREE = 3;

/** The ways to a new record of the row: on days that are free, else on the day in sight. */
function RowWays({ free, ...props }: RowProps & { readonly free: readonly Stretch[] | null }) {
  const { t } = useTexts();
  const { createOn, words, days, row, active, isDay, place } = props;
  if (createOn === null || row.value === null) return null;
  const today = daysBetween(days[0] ?? place.today, place.today);
  if (free === null || !isDay)
    return (
      <Link
        to={createOn({ day: active, row })}
        className={styles['new']}
        aria-label={t('calendar.new_in', { row: row.title, day: words.full(active) })}
        title={t('calendar.new_in', { row: row.title, day: words.full(active) })}
      >
        <Plus size={14} aria-hidden />
      </Link>
    );
  const ahead = free.flatMap(({ from, to }) => (to > today ? [{ from: Math.max(from, today), to }] : []));
  if (ahead.length === 0) return <span className={styles['full']}>{t('calendar.none_free')}</span>;
  return (
    <span className={styles['free']}>
      {t('calendar.free')}{' '}
      {ahead.slice(0, MOST_FREE).map(({ from, to }) => {
        const [first, last] = [addDays(days[0] ?? '', from), addDays(days[0] ?? '', to - 1)];
        const span = words.span(first, last);
        return (
          <Link
            key={first}
            to={createOn({ day: first, until: last, row })}
            aria-label={t('calendar.new_in', { row: row.title, day: span })}
            data-nf-free={`${first} ${last}`}
          >
            {span}
          </Link>
        );
      })}
      {ahead.length > MOST_FREE && '…'}
    </span>
  );
}
