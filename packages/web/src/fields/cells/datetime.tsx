import { dateOf, type DatetimeField } from '@ninefold/model';
import { useFormat } from '../../base/format/use-format.ts';
import { PLAIN_CELL, type CellKind, type CellProps } from '../contract/cell-kind.ts';
import { Era } from './era.tsx';
import styles from './cells.module.css';

/** In a table date and time may stand in two lines, but neither is broken. */
function DatetimeCell({ field, value, compact }: CellProps<DatetimeField>) {
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

export const datetimeCell: CellKind<DatetimeField> = {
  ...PLAIN_CELL,
  Cell: DatetimeCell,
  align: 'end',
  room: 'short',
};
