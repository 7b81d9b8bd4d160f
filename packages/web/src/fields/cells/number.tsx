import type { NumberField } from '@ninefold/model';
import { useFormat } from '../../base/format/use-format.ts';
import { NUMBER_CELL, type CellKind, type CellProps } from '../contract/cell-kind.ts';

function NumberCell({ field, value }: CellProps<NumberField>) {
  const format = useFormat();
  return <>{format.triangle(format.number(String(value), field.scale), field)}</>;
}

export const numberCell: CellKind<NumberField> = { ...NUMBER_CELL, Cell: NumberCell };
