import { parseSpan, type DurationField } from '@ninefold/model';
import type { SheetCell } from './sheet-cell.ts';

const DAY_MS = 86_400_000;

/** Days, as spreadsheets count time, shown in hours and minutes; what is below zero they cannot show, and it stays a text. */
export const durationCell: SheetCell<DurationField> = (value) => {
  const ms = typeof value === 'string' ? parseSpan(value) : null;
  if (ms === null || ms < 0) return null;
  return { value: ms / DAY_MS, format: ms % 60_000 === 0 ? '[h]:mm' : '[h]:mm:ss.000' };
};
