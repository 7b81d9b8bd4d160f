import type { MoneyField } from '@ninefold/model';
import { currencyAt } from '../contract/currency-at.ts';
import { useFormat } from '../../base/format/use-format.ts';
import { NUMBER_CELL, type CellKind, type CellProps } from '../contract/cell-kind.ts';

/** In a table the header names the currency, unless each record has its own. */
function MoneyCell({ field, value, place, compact }: CellProps<MoneyField>) {
  const format = useFormat();
  const text = String(value);
  const { code, scale } = currencyAt(field, place);
  const isNamed = compact && field.currencyFrom === null;
  const shown = isNamed || code === null ? format.number(text, scale) : format.money(text, code, scale);
  return <>{format.triangle(shown, field)}</>;
}

export const moneyCell: CellKind<MoneyField> = {
  ...NUMBER_CELL,
  Cell: MoneyCell,
  unit: (field, format) => (field.currencyFrom === null ? format.currency(field.currency) : null),
};
