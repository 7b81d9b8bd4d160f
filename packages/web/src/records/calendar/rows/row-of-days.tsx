import { Plus } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { Link } from 'react-router';
import { daysBetween } from '@ninefold/model';
import { useRights, useScope } from '../../../base/model/use-model.ts';
import { useTexts } from '../../../base/texts/use-texts.tsx';
import { ErrorBanner } from '../../../fields/messages/error-banner.tsx';
import { CalendarEvent } from '../events/calendar-event.tsx';
import { MOST } from '../base/calendar-query.ts';
import type { CalendarRow, CalendarShared } from '../base/calendar-shared.ts';
import shared from '../base/calendar.module.css';
import { addDays, weekdayOf } from '../base/days.ts';
import { useDropping } from '../moves/use-dropping.ts';
import { useEntries } from '../events/use-entries.ts';
import { placed, type Entry } from '../base/placing.ts';
import { freeIn, takingOf, type Stretch } from '../base/free.ts';
import { NotPrinted } from '../events/not-printed.tsx';
import styles from './rows.module.css';
import { useSight } from '../events/use-sight.ts';

interface RowProps extends CalendarShared {
  readonly days: readonly string[];
  readonly row: CalendarRow;
}

/** One row of a calendar by people, rooms and the like. */
export function RowOfDays(props: RowProps) {
  const box = useRef<HTMLElement>(null);
  const isSeen = useSight(box);
  return (
    <section ref={box} className={styles['row']} aria-label={props.row.title} data-nf-row={props.row.value ?? ''}>
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
  const { days, row, entity, closed } = props;
  const { t } = useTexts();
  const { entries, query, isCut, failure, retry } = useEntries(props);
  const all = useMemo(() => placed(entries, days), [entries, days]);
  const free = useFree(props, entries);
  const columns = { gridTemplateColumns: `repeat(${String(days.length)}, minmax(0, 1fr))` };
  const isFree = (index: number): boolean => free === null || free.some(({ from, to }) => index >= from && index < to);
  return (
    <>
      <div className={styles['label']}>
        <bdi>{row.title}</bdi>
        <RowWays {...props} free={isCut ? null : free} />
      </div>
      <div ref={useDropping(days, row)} className={styles['line']}>
        <ol className={styles['cells']} style={columns} aria-hidden>
          {days.map((day, index) => (
            <li
              key={day}
              data-weekend={weekdayOf(day) % 6 === 0 || closed.has(day) || undefined}
              data-taken={!isFree(index) || undefined}
            />
          ))}
        </ol>
        {failure && <ErrorBanner failure={failure} entity={entity.id} onRetry={retry} />}
        <ol className={`${shared['events'] ?? ''} ${styles['events'] ?? ''}`} style={columns}>
          {all.map((one) => (
            <CalendarEvent key={one.record.id} {...props} placed={one} query={query} />
          ))}
        </ol>
        {isCut && <p className={shared['cut']}>{t('calendar.cut', { count: MOST })}</p>}
      </div>
    </>
  );
}

/** The days of the row on which nothing is taken, by their places; null where nothing says what is taken. */
function useFree(
  { entity, calendar, state, screen, days }: RowProps,
  entries: readonly Entry[],
): readonly Stretch[] | null {
  const [rights, scope] = [useRights(), useScope()];
  return useMemo(() => {
    const taking = takingOf({ entity, calendar, state, screen }, { rights, scope });
    const first = days[0];
    if (taking === null || first === undefined) return null;
    const taken = entries.filter(taking).map(({ period }) => ({
      from: daysBetween(first, period.first),
      to: daysBetween(first, period.last) + 1,
    }));
    return freeIn(taken, { from: 0, to: days.length });
  }, [entity, calendar, state, screen, days, entries, rights, scope]);
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
