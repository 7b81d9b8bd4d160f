import type { DateField } from '@ninefold/model';
import { useFormat } from '../format/use-format.ts';
import type { CellProps } from './cell-props.ts';
import { Era } from './era.tsx';
import styles from './cells.module.css';

export function DateCell({ field, value, compact }: CellProps<DateField>) {
  const format = useFormat();
  return (
    <time dateTime={String(value)} className={styles['piece']}>
      {format.date(String(value))}
      {field.era && !compact && <Era date={String(value)} />}
    </time>
  );
}
