import { showSpan, type DurationField } from '@ninefold/model';
import { useFormat } from '../../base/format/use-format.ts';
import { PLAIN_CELL, type CellKind, type CellProps } from '../contract/cell-kind.ts';

function DurationCell({ value }: CellProps<DurationField>) {
  const { language } = useFormat();
  const span = String(value);
  return <time dateTime={span}>{showSpan(span, language)}</time>;
}

export const durationCell: CellKind<DurationField> = {
  ...PLAIN_CELL,
  Cell: DurationCell,
  align: 'end',
  room: 'short',
};
