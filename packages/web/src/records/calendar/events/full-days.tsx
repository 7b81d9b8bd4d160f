import { useMemo } from 'react';
import { Link } from 'react-router';
import { useFormat } from '../../../base/format/use-format.ts';
import { useTexts } from '../../../base/texts/use-texts.tsx';
import { ErrorBanner } from '../../../fields/messages/error-banner.tsx';
import type { CalendarShared } from '../base/calendar-shared.ts';
import styles from '../base/calendar.module.css';
import { placed, type Placed } from '../base/placing.ts';
import { CalendarEvent } from './calendar-event.tsx';
import { useEntries } from './use-entries.ts';

interface FullDaysProps extends CalendarShared {
  readonly days: readonly string[];
  /** How many records of each day are shown. */
  readonly shown: number;
}

/** The records of a row of days that has too many to be asked for together: the first of each day, and how many more it has. */
export function FullDays(props: FullDaysProps) {
  return props.days.map((day, place) => <FullDay key={day} {...props} day={day} at={place} />);
}

interface FullDayProps extends FullDaysProps {
  readonly day: string;
  /** Its place in the row. */
  readonly at: number;
}

function FullDay({ day, at, shown, ...props }: FullDayProps) {
  const { t } = useTexts();
  const format = useFormat();
  const { words, searchOf } = props;
  const days = useMemo(() => [day], [day]);
  const { entries, query, total, failure, retry } = useEntries({ ...props, days, first: shown });
  const all = useMemo(
    () => placed(entries, days).map((one, lane): Placed => ({ ...one, from: at, to: at, lane })),
    [entries, days, at],
  );
  const drawn = all.slice(0, shown);
  const count = total - drawn.length;
  const place = { gridColumn: at + 1, gridRow: shown + 1 };
  return (
    <>
      {drawn.map((one) => (
        <CalendarEvent key={one.record.id} {...props} placed={one} query={query} />
      ))}
      {failure && (
        <li style={place}>
          <ErrorBanner failure={failure} entity={props.entity.id} onRetry={retry} />
        </li>
      )}
      {count > 0 && (
        <li style={place} data-nf-more={day}>
          <Link
            to={searchOf({ span: 'day', day })}
            className={styles['more']}
            aria-label={t('calendar.more', { count, day: words.full(day) })}
          >
            +{format.number(count, 0)}
          </Link>
        </li>
      )}
    </>
  );
}
