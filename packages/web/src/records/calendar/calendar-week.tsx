import { useMemo } from 'react';
import { Link } from 'react-router';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { ErrorBanner } from '../../fields/messages/error-banner.tsx';
import { CalendarDay } from './events/calendar-day.tsx';
import { CalendarEvent } from './events/calendar-event.tsx';
import { MOST } from './base/calendar-query.ts';
import type { CalendarShared } from './base/calendar-shared.ts';
import styles from './base/calendar.module.css';
import { useDropping } from './moves/use-dropping.ts';
import { useEntries } from './events/use-entries.ts';
import { hiddenOf, placed } from './base/placing.ts';

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
    <section ref={useDropping(days, null)} className={styles['week']} aria-label={words.title('week', days, place.day)}>
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
