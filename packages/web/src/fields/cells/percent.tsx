import type { PercentField } from '@ninefold/model';
import { useFormat } from '../../base/format/use-format.ts';
import { NUMBER_CELL, type CellKind, type CellProps } from '../contract/cell-kind.ts';

function PercentCell({ field, value, compact }: CellProps<PercentField>) {
  const format = useFormat();
  const text = String(value);
  const shown = compact ? format.number(text, field.scale) : format.percent(text, field.scale);
  return <>{format.triangle(shown, field)}</>;
}

export const percentCell: CellKind<PercentField> = { ...NUMBER_CELL, Cell: PercentCell, unit: () => '%' };
