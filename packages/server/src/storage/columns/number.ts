import { formatDecimal, parseDecimal, type MoneyField, type NumberField, type PercentField } from '@ninefold/model';
import type { Column } from './column.ts';

/** Shared by every exact decimal. */
export const decimalColumn: Column<NumberField | MoneyField | PercentField> = {
  kind: 'column',
  holds: 'decimal',
  encode: (value) =>
    typeof value === 'string' ? parseDecimal(value) : typeof value === 'number' ? parseDecimal(String(value)) : null,
  decode: (value, field) => (typeof value === 'bigint' ? formatDecimal(value, field.scale) : null),
};
