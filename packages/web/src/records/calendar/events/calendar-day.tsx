import { Plus } from 'lucide-react';
import { Link } from 'react-router';
import { useTexts } from '../../../base/texts/use-texts.tsx';
import type { CalendarShared } from '../base/calendar-shared.ts';
import styles from '../base/calendar.module.css';
import { isDayOff } from '../base/day-marks.ts';

interface CalendarDayProps extends CalendarShared {
  readonly day: string;
  /** Written beside the number; nothing where it stands elsewhere. */
  readonly weekday?: string;
  /** Whether there is room for a number alone. */
  readonly isNarrow?: boolean;
}

/** One day: its number, which leads to the day alone, and the way to a new record on it. */
export function CalendarDay({
  day,
  place,
  words,
  active,
  onDayKey,
  searchOf,
  createOn,
  marks,
  weekday,
  isNarrow = false,
}: CalendarDayProps) {
  const { t } = useTexts();
  const holiday = marks.holidays.get(day);
  const isClosed = marks.closed.has(day);
  const named =
    holiday === undefined ? words.full(day) : t('calendar.holiday', { day: words.full(day), name: holiday });
  const full = isClosed ? t('calendar.closed_day', { day: named }) : named;
  const tabIndex = day === active ? 0 : -1;
  const isOutside = place.span === 'month' && day.slice(0, 7) !== place.day.slice(0, 7);
  return (
    <li
      className={styles['day']}
      data-nf-day={day}
      data-narrow={isNarrow || undefined}
      data-outside={isOutside || undefined}
      data-weekend={isDayOff(day, marks) || undefined}
      data-closed={isClosed || undefined}
      data-holiday={holiday}
    >
      <div className={styles['dayhead']}>
        <Link
          to={searchOf({ span: 'day', day })}
          className={styles['number']}
          tabIndex={tabIndex}
          title={isClosed || holiday !== undefined ? full : undefined}
          aria-current={day === place.today ? 'date' : undefined}
          data-nf-day-link={day}
          onKeyDown={(event) => onDayKey(event, day)}
          draggable={false}
        >
          <span aria-hidden className={styles['wide']}>
            {isNarrow ? Number(day.slice(8)) : words.number(day)}
          </span>
          <span aria-hidden className={styles['narrow']}>
            {isNarrow ? Number(day.slice(8)) : words.narrow(day)}
          </span>
          <span className="nf-hidden">{full}</span>
        </Link>
        {weekday !== undefined && (
          <span aria-hidden className={styles['weekday']}>
            {weekday}
          </span>
        )}
        {holiday !== undefined && !isNarrow && (
          <span aria-hidden className={styles['holiday']} title={holiday}>
            {holiday}
          </span>
        )}
        {createOn && (
          <Link
            to={createOn({ day })}
            className={styles['new']}
            tabIndex={tabIndex}
            aria-label={t('calendar.new', { day: full })}
            title={t('calendar.new', { day: full })}
            draggable={false}
          >
            <Plus size={14} aria-hidden />
          </Link>
        )}
      </div>
    </li>
  );
}
