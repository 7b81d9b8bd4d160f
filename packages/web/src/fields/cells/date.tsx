import { dayMs, todayIn, type DateField } from '@ninefold/model';
import { useFormat } from '../../base/format/use-format.ts';
import { useNow } from '../../base/model/clock.ts';
import { PLAIN_CELL, type CellKind, type CellProps } from '../contract/cell-kind.ts';
import { Era } from './era.tsx';
import { LateMark, useIsLate } from './late-mark.tsx';
import styles from './cells.module.css';

/** In a table a day that has passed says for how long. */
function DateCell({ field, value, place, compact }: CellProps<DateField>) {
  const format = useFormat();
  const today = todayIn(format.timeZone, useNow());
  const date = String(value);
  const isLate = useIsLate(field, place);
  const late = isLate && <LateMark ms={dayMs(today) - dayMs(date)} />;
  return (
    <time dateTime={date} className={compact ? styles['piece'] : undefined} title={format.readDate(date)}>
      {!compact && format.date(date)}
      {!compact && field.era && <Era date={date} />}
      {compact && !isLate && format.nearDay(date, today)}
      {late && !compact && ' '}
      {late}
    </time>
  );
}

export const dateCell: CellKind<DateField> = {
  ...PLAIN_CELL,
  Cell: DateCell,
  align: 'end',
  room: 'short',
};
