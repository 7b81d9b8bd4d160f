import type { IntegerField } from '@ninefold/model';
import { useFormat } from '../../base/format/use-format.ts';
import { NUMBER_CELL, type CellKind, type CellProps } from '../contract/cell-kind.ts';

function IntegerCell({ field, value }: CellProps<IntegerField>) {
  const format = useFormat();
  return <>{format.triangle(format.number(String(value), 0), field)}</>;
}

export const integerCell: CellKind<IntegerField> = { ...NUMBER_CELL, Cell: IntegerCell };
