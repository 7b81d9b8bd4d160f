import type { DateField } from '@ninefold/model';
import { useFormat } from '../../base/format/use-format.ts';
import { PLAIN_CELL, type CellKind, type CellProps } from '../contract/cell-kind.ts';
import { Era } from './era.tsx';
import styles from './cells.module.css';

function DateCell({ field, value, compact }: CellProps<DateField>) {
  const format = useFormat();
  return (
    <time dateTime={String(value)} className={styles['piece']}>
      {format.date(String(value))}
      {field.era && !compact && <Era date={String(value)} />}
    </time>
  );
}

export const dateCell: CellKind<DateField> = {
  ...PLAIN_CELL,
  Cell: DateCell,
  align: 'end',
  room: 'short',
};
