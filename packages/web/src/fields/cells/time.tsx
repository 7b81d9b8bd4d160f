import { showClock, type TimeField } from '@ninefold/model';
import { useFormat } from '../../base/format/use-format.ts';
import { PLAIN_CELL, type CellKind, type CellProps } from '../contract/cell-kind.ts';

function TimeCell({ value }: CellProps<TimeField>) {
  const { locale } = useFormat();
  const time = String(value);
  return <time dateTime={time}>{showClock(time, locale)}</time>;
}

export const timeCell: CellKind<TimeField> = {
  ...PLAIN_CELL,
  Cell: TimeCell,
  align: 'end',
  room: 'short',
};
