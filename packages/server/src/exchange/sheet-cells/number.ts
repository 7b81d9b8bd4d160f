import type { IntegerField, MoneyField, NumberField, PercentField } from '@ninefold/model';
import type { SheetCell } from './sheet-cell.ts';

/** Digits that a number of a spreadsheet keeps. */
const EXACT = 15;

export const wholeCell: SheetCell<IntegerField> = (value) => (typeof value === 'number' ? { value } : null);

/** With as many decimals as the field has; one that a spreadsheet would round stays a text. */
export const decimalCell: SheetCell<NumberField | MoneyField | PercentField> = (value, { scale }) =>
  typeof value === 'string' && value.replace(/\D/g, '').length <= EXACT
    ? { value: Number(value), format: scale === 0 ? '0' : `0.${'0'.repeat(scale)}` }
    : null;
