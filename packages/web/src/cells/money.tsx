import type { MoneyField } from '@ninefold/model';
import { currencyAt } from '../format/currency-at.ts';
import { useFormat } from '../format/use-format.ts';
import type { CellProps } from './cell-props.ts';

/** In a table the header names the currency, unless each record has its own. */
export function MoneyCell({ field, value, place, compact }: CellProps<MoneyField>) {
  const format = useFormat();
  const text = String(value);
  const { code, scale } = currencyAt(field, place);
  const isNamed = compact && field.currencyFrom === null;
  const shown = isNamed || code === null ? format.number(text, scale) : format.money(text, code, scale);
  return <>{format.triangle(shown, field)}</>;
}
