import { isDate, type DateField } from '@ninefold/model';
import type { SheetCell } from './sheet-cell.ts';

/** The first day on which the calendars of spreadsheets agree. */
const FIRST = '1900-03-01';

export const dateCell: SheetCell<DateField> = (value) =>
  typeof value === 'string' && isDate(value) && value >= FIRST
    ? { value: new Date(`${value}T00:00:00.000Z`), format: 'yyyy-mm-dd' }
    : null;
