import type { IntegerField } from '@ninefold/model';
import { useFormat } from '../format/use-format.ts';
import type { CellProps } from './cell-props.ts';

export function IntegerCell({ field, value }: CellProps<IntegerField>) {
  const format = useFormat();
  return <>{format.triangle(format.number(value as number | string, 0), field)}</>;
}
