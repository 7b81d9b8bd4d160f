import { boundedOf, dateOrderOf, type Field, type ImportDates, type SlashedOrder } from '@ninefold/model';
import { cellValue } from './reading/cell.ts';
import { decided, type Witness } from './witness.ts';

/** 03/04/2024, 3-4-24: a day and a month of which the sign does not say which comes first. With dots the day does. */
const SLASHED = /^(\d{1,2})\s?[-/]\s?(\d{1,2})\s?[-/]\s?(?:\d{4}|\d{2})(?!\d)/;
const MONTHS = 12;

/**
 * Looks at the slashed days of a column for their order; null for a field without days. The column itself decides: one 25/12/2024
 * says that the day stands first in all of it.
 */
export function slashedWitness(field: Field): Witness<SlashedOrder, ImportDates> | null {
  if (boundedOf(field.type) !== 'moment') return null;
  const shown = new Set<SlashedOrder>();
  let written: string | null = null;
  return {
    shown,
    see(text) {
      const match = SLASHED.exec(text.normalize('NFKC').trim());
      if (match === null) return;
      const [first, second] = [Number(match[1]), Number(match[2])];
      if (first > MONTHS && second <= MONTHS) shown.add('day_first');
      else if (second > MONTHS && first <= MONTHS) shown.add('month_first');
      written ??= text.trim();
    },
    reading(asked, context) {
      if (written === null) return undefined;
      const own = dateOrderOf(context.language).monthFirst ? 'month_first' : 'day_first';
      const { way: order, by } = decided(shown, asked, own);
      return {
        order,
        by,
        written,
        read: cellValue(field, written, { ...context, monthFirst: order === 'month_first' }),
      };
    },
  };
}
