import { Plus } from 'lucide-react';
import { Link } from 'react-router';
import { useTexts } from '../../base/texts/use-texts.tsx';
import type { CalendarShared } from './calendar-shared.ts';
import styles from './calendar.module.css';
import { weekdayOf } from './days.ts';

/** One day: its number, which leads to the day alone, and the way to a new record on it. */
export function CalendarDay({
  day,
  place,
  words,
  active,
  onDayKey,
  searchOf,
  createOn,
}: CalendarShared & { readonly day: string }) {
  const { t } = useTexts();
  const full = words.full(day);
  const tabIndex = day === active ? 0 : -1;
  const isOutside = place.span === 'month' && day.slice(0, 7) !== place.day.slice(0, 7);
  return (
    <li
      className={styles['day']}
      data-nf-day={day}
      data-outside={isOutside || undefined}
      data-weekend={weekdayOf(day) % 6 === 0 || undefined}
    >
      <div className={styles['dayhead']}>
        <Link
          to={searchOf({ span: 'day', day })}
          className={styles['number']}
          tabIndex={tabIndex}
          aria-current={day === place.today ? 'date' : undefined}
          data-nf-day-link={day}
          onKeyDown={(event) => onDayKey(event, day)}
          draggable={false}
        >
          <span aria-hidden className={styles['wide']}>
            {words.number(day)}
          </span>
          <span aria-hidden className={styles['narrow']}>
            {words.narrow(day)}
          </span>
          <span className="nf-hidden">{full}</span>
        </Link>
        {createOn && (
          <Link
            to={createOn(day)}
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
