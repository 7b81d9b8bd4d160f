import { Link } from 'react-router';
import { useFormat } from '../../../base/format/use-format.ts';
import { useTexts } from '../../../base/texts/use-texts.tsx';
import type { CalendarShared } from '../base/calendar-shared.ts';
import styles from '../base/calendar.module.css';

interface MoreOfDaysProps extends Pick<CalendarShared, 'words' | 'searchOf'> {
  readonly days: readonly string[];
  /** How many records each day has beyond those that are shown, by its place. */
  readonly counts: readonly number[];
}

/** How many records each day has beyond those that are shown; each leads to its day. */
export function MoreOfDays({ days, words, searchOf, counts }: MoreOfDaysProps) {
  const { t } = useTexts();
  const format = useFormat();
  return (
    <div className={styles['mores']} style={{ gridTemplateColumns: `repeat(${days.length}, minmax(0, 1fr))` }}>
      {days.map((day, index) => {
        const count = counts[index] ?? 0;
        return count === 0 ? null : (
          <Link
            key={day}
            to={searchOf({ span: 'day', day })}
            className={styles['more']}
            style={{ gridColumn: index + 1 }}
            aria-label={t('calendar.more', { count, day: words.full(day) })}
            data-nf-more={day}
          >
            +{format.number(count, 0)}
          </Link>
        );
      })}
    </div>
  );
}
