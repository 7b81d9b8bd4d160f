import { useEffect, useRef } from 'react';
import { rowKey, type CalendarRow, type CalendarShared } from '../base/calendar-shared.ts';
import { CalendarDay } from '../events/calendar-day.tsx';
import { HourColumn } from './hour-column.tsx';
import styles from './hours.module.css';
import { HOUR_MS } from '../base/hours.ts';

interface HourGridProps extends CalendarShared {
  readonly days: readonly string[];
  /** The columns of one day: one for each; none: the days are the columns. */
  readonly rows: readonly CalendarRow[];
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** The hour at the top before anybody scrolls. */
const FIRST = 7;

/** The hours of some days, or of one day for some people or rooms; each column asks for its own records. */
export function HourGrid({ rows, ...shared }: HourGridProps) {
  const { days, words } = shared;
  const frame = useRef<HTMLElement>(null);
  useEffect(() => {
    const box = frame.current;
    if (box) box.scrollTop = (box.querySelector<HTMLElement>(`[data-hour="${String(FIRST)}"]`)?.offsetTop ?? 0) - 48;
  }, []);
  const day = days[0] ?? '';
  const columns = rows.length > 0 ? rows.map((row) => ({ day, row })) : days.map((one) => ({ day: one, row: null }));
  return (
    // The hours are scrolled by the keyboard too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section ref={frame} className={styles['frame']} tabIndex={0} aria-label={words.title('week', days, day)}>
      <div className={styles['heads']}>
        <span />
        <ol>
          {columns.map(({ day: one, row }) =>
            row === null ? (
              <CalendarDay key={one} {...shared} day={one} weekday={words.weekday(one)} />
            ) : (
              <li key={rowKey(row)} className={styles['name']}>
                <bdi>{row.title}</bdi>
              </li>
            ),
          )}
        </ol>
      </div>
      <div className={styles['body']}>
        <ol className={styles['hours']} aria-hidden>
          {HOURS.map((hour) => (
            <li key={hour} data-hour={hour}>
              {hour > 0 && words.hour(hour * HOUR_MS)}
            </li>
          ))}
        </ol>
        <div className={styles['columns']}>
          {columns.map(({ day: one, row }) => (
            <HourColumn key={`${one} ${row === null ? '' : rowKey(row)}`} {...shared} day={one} row={row} />
          ))}
        </div>
      </div>
    </section>
  );
}
