import { useMemo } from 'react';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { ErrorBanner } from '../../fields/messages/error-banner.tsx';
import { CalendarDay } from './events/calendar-day.tsx';
import { CalendarEvent } from './events/calendar-event.tsx';
import { MoreOfDays } from './events/more-of-days.tsx';
import { FullDays } from './events/full-days.tsx';
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

/** The same in a week that has more than can be asked for together. */
const LANES_OF_WEEK = 20;

/** A row of days with the records that meet them, which it asks for itself. */
export function CalendarWeek(props: CalendarWeekProps) {
  const { days, place, words } = props;
  const { t } = useTexts();
  const { entries, query, isCut, failure, retry } = useEntries(props);
  const all = useMemo(() => placed(entries, days), [entries, days]);
  const isFull = isCut && days.length > 1;
  const lanes = place.span === 'month' ? LANES : Infinity;
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
        {isFull ? (
          <FullDays {...props} shown={place.span === 'month' ? LANES : LANES_OF_WEEK} />
        ) : (
          all
            .filter(({ lane }) => lane < lanes)
            .map((one) => <CalendarEvent key={one.record.id} {...props} placed={one} query={query} />)
        )}
      </ol>
      {!isFull && <MoreOfDays {...props} counts={hiddenOf(all, days, lanes)} />}
      {isCut && !isFull && <p className={styles['cut']}>{t('calendar.cut', { count: MOST })}</p>}
    </section>
  );
}
