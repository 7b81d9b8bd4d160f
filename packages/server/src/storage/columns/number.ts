import { formatDecimal, parseDecimal, type MoneyField, type NumberField, type PercentField } from '@ninefold/model';
import type { Column } from './column.ts';

const DIGITS = 10;

/** A whole number of the field's smallest unit: 12.50 of scale 2 is 1250. Shared by every exact decimal. */
export const decimalColumn: Column<NumberField | MoneyField | PercentField> = {
  kind: 'column',
  sqlType: 'INTEGER',
  absent: null,
  encode: (value, field) => {
    const decimal =
      typeof value === 'string' ? parseDecimal(value) : typeof value === 'number' ? parseDecimal(String(value)) : null;
    return decimal === null ? null : BigInt(formatDecimal(decimal, field.scale).replace('.', ''));
  },
  decode: (value, field) =>
    value === null
      ? null
      : formatDecimal(BigInt(value as bigint | number) * 10n ** BigInt(DIGITS - field.scale), field.scale),
};
