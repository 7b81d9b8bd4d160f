import type { SequenceField } from '@ninefold/model';
import { PLAIN_CELL, type CellKind, type CellProps } from '../contract/cell-kind.ts';
import styles from './cells.module.css';

function SequenceCell({ value }: CellProps<SequenceField>) {
  return (
    <bdi dir="ltr" className={styles['piece']}>
      {String(value)}
    </bdi>
  );
}

export const sequenceCell: CellKind<SequenceField> = { ...PLAIN_CELL, Cell: SequenceCell, room: 'short' };
