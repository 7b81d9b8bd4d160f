import type { PercentField } from '@ninefold/model';
import { useFormat } from '../format/use-format.ts';
import type { CellProps } from './cell-props.ts';

export function PercentCell({ field, value, compact }: CellProps<PercentField>) {
  const format = useFormat();
  const text = String(value);
  const shown = compact ? format.number(text, field.scale) : format.percent(text, field.scale);
  return <>{format.triangle(shown, field)}</>;
}
