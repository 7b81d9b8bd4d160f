import type { DatetimeField } from '@ninefold/model';
import { useFormat } from '../format/use-format.ts';
import type { CellProps } from './cell-props.ts';

export function DatetimeCell({ value }: CellProps<DatetimeField>) {
  const format = useFormat();
  return (
    <time dateTime={String(value)} title={format.readInstant(String(value))}>
      {format.instant(String(value))}
    </time>
  );
}
