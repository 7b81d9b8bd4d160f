import { dateOf, todayIn, type DatetimeField } from '@ninefold/model';
import { useFormat } from '../../base/format/use-format.ts';
import { useNow } from '../../base/model/clock.ts';
import { PLAIN_CELL, type CellKind, type CellProps } from '../contract/cell-kind.ts';
import { Era } from './era.tsx';
import { LateMark, useIsLate } from './late-mark.tsx';
import styles from './cells.module.css';

/** In a table day and time of another year may stand in two lines, but neither is broken. What has passed says for how long. */
function DatetimeCell({ field, value, place, compact }: CellProps<DatetimeField>) {
  const format = useFormat();
  const now = useNow();
  const instant = String(value);
  const isLate = useIsLate(field, place);
  const late = isLate && <LateMark ms={Date.parse(now) - Date.parse(instant)} />;
  const day = dateOf(instant, format.timeZone);
  const today = todayIn(format.timeZone, now);
  return (
    <time dateTime={instant} title={format.readInstant(instant)}>
      {!compact && format.instant(instant)}
      {!compact && field.era && <Era date={day} />}
      {compact && !isLate && (
        <span className={isOfYear(day, today) ? styles['piece'] : undefined}>
          <span className={styles['piece']}>{format.nearDay(day ?? instant, today)}</span>{' '}
          <span className={styles['piece']}>{format.time(instant)}</span>
        </span>
      )}
      {late && !compact && ' '}
      {late}
    </time>
  );
}

function isOfYear(day: string | null, today: string): boolean {
  return day?.slice(0, 4) === today.slice(0, 4);
}

export const datetimeCell: CellKind<DatetimeField> = {
  ...PLAIN_CELL,
  Cell: DatetimeCell,
  align: 'end',
  room: 'short',
};
