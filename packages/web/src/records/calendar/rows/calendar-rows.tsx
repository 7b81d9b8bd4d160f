import { useEffect, useRef } from 'react';
import { useTexts } from '../../../base/texts/use-texts.tsx';
import { rowKey, type CalendarRow, type CalendarShared } from '../base/calendar-shared.ts';
import { CalendarDay } from '../events/calendar-day.tsx';
import styles from './rows.module.css';
import { RowOfDays } from './row-of-days.tsx';

interface CalendarRowsProps extends CalendarShared {
  readonly days: readonly string[];
  readonly rows: readonly CalendarRow[];
  /** What the rows stand for. */
  readonly heading: string;
}

/** Days beside each other, and below them a row for each person, room and the like, which asks for its own records once it is seen. */
export function CalendarRows({ rows, heading, ...shared }: CalendarRowsProps) {
  const { t } = useTexts();
  const { days, words } = shared;
  const isMany = days.length > 7;
  const columns = { gridTemplateColumns: `repeat(${String(days.length)}, minmax(0, 1fr))` };
  const frame = useRef<HTMLDivElement>(null);
  const first = days[0] ?? '';
  useEffect(() => {
    const today = frame.current?.querySelector('[aria-current="date"]');
    today?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [first]);
  return (
    <div ref={frame} className={styles['frame']} data-many={isMany || undefined}>
      <div className={styles['head']}>
        <span className={styles['label']}>{heading}</span>
        <ol className={styles['heads']} style={columns}>
          {days.map((day) => (
            <CalendarDay
              key={day}
              {...shared}
              createOn={null}
              day={day}
              {...(isMany ? { isNarrow: true } : { weekday: words.weekday(day) })}
            />
          ))}
        </ol>
      </div>
      {rows.length === 0 && <p className={styles['none']}>{t('calendar.no_rows')}</p>}
      {rows.map((row) => (
        <RowOfDays key={rowKey(row)} {...shared} row={row} />
      ))}
    </div>
  );
}
