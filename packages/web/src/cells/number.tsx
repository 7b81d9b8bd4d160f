import type { NumberField } from '@ninefold/model';
import { useFormat } from '../format/use-format.ts';
import type { CellProps } from './cell-props.ts';

export function NumberCell({ field, value }: CellProps<NumberField>) {
  const format = useFormat();
  return <>{format.triangle(format.number(String(value), field.scale), field)}</>;
}
