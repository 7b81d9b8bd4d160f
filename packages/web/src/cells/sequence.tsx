import type { SequenceField } from '@ninefold/model';
import type { CellProps } from './cell-props.ts';
import styles from './cells.module.css';

export function SequenceCell({ value }: CellProps<SequenceField>) {
  return (
    <bdi dir="ltr" className={styles['piece']}>
      {String(value)}
    </bdi>
  );
}
