import type { MoneyField } from '@ninefold/model';
import { useFormat } from '../format/use-format.ts';
import type { CellProps } from './cell-props.ts';

/** In a table the header names the currency. */
export function MoneyCell({ field, value, compact }: CellProps<MoneyField>) {
  const format = useFormat();
  const text = String(value);
  const shown = compact ? format.number(text, field.scale) : format.money(text, field.currency, field.scale);
  return <>{format.triangle(shown, field)}</>;
}
