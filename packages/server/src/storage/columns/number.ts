import { formatDecimal, parseDecimal, type MoneyField, type NumberField, type PercentField } from '@ninefold/model';
import { quoted } from '../sql/names.ts';
import type { Column } from './column.ts';
import { isFilled, isSameNumber, rereadNumber } from './meaning.ts';
import { plainText } from './plain-text.ts';

/** Shared by every exact decimal. */
export const decimalColumn: Column<NumberField | MoneyField | PercentField> = {
  ...plainText,
  holds: 'decimal',
  encode: (value) =>
    typeof value === 'string' ? parseDecimal(value) : typeof value === 'number' ? parseDecimal(String(value)) : null,
  decode: (value, field) => (typeof value === 'bigint' ? formatDecimal(value, field.scale) : null),
  meaning: {
    word: 'decimal',
    text: (texts, column, detail) => texts.decimalText(quoted(column), Number(detail)),
    filled: isFilled,
    same: isSameNumber,
  },
  detail: ({ scale }) => String(scale),
  reread: rereadNumber,
  title: (texts, column, { scale }) => texts.decimalText(column, scale),
  decimals: ({ scale }) => scale,
};
