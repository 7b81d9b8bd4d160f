import { dateOf, type DatetimeField } from '@ninefold/model';
import { useFormat } from '../format/use-format.ts';
import type { CellProps } from './cell-props.ts';
import { Era } from './era.tsx';
import styles from './cells.module.css';

/** In a table the time may stand under the date, each in one piece. */
export function DatetimeCell({ field, value, compact }: CellProps<DatetimeField>) {
  const format = useFormat();
  const instant = String(value);
  return (
    <time dateTime={instant} title={format.readInstant(instant)}>
      {compact ? (
        <>
          <span className={styles['piece']}>{format.dayOf(instant)}</span>{' '}
          <span className={styles['piece']}>{format.time(instant)}</span>
        </>
      ) : (
        <>
          {format.instant(instant)}
          {field.era && <Era date={dateOf(instant, format.timeZone)} />}
        </>
      )}
    </time>
  );
}
