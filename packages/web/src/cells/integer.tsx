import type { IntegerField } from '@ninefold/model';
import { useFormat } from '../format/use-format.ts';
import type { CellProps } from './cell-props.ts';

export function IntegerCell({ value }: CellProps<IntegerField>) {
  const format = useFormat();
  return <>{format.number(value as number | string, 0)}</>;
}
