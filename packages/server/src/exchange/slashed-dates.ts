import { boundedOf, dateOrderOf, type Field, type ImportDates, type SlashedOrder } from '@ninefold/model';
import type { Witness } from './column-readings.ts';
import { cellValue } from './reading/cell.ts';

/** 03/04/2024, 3-4-24: a day and a month of which the sign does not say which comes first. With dots the day does. */
const SLASHED = /^(\d{1,2})\s?[-/]\s?(\d{1,2})\s?[-/]\s?(?:\d{4}|\d{2})(?!\d)/;
const MONTHS = 12;

/**
 * Looks at the slashed days of a column for their order; null for a field without days. The column itself decides: one 25/12/2024
 * says that the day stands first in all of it. A column that says nothing, or both, is read as asked, else as in the language.
 */
export function slashedWitness(field: Field): Witness<SlashedOrder, ImportDates> | null {
  if (boundedOf(field.type) !== 'moment') return null;
  const seen = { dayFirst: 0, monthFirst: 0 };
  let written: string | null = null;
  return {
    see(text) {
      const match = SLASHED.exec(text.normalize('NFKC').trim());
      if (match === null) return;
      const [first, second] = [Number(match[1]), Number(match[2])];
      if (first > MONTHS && second <= MONTHS) seen.dayFirst += 1;
      else if (second > MONTHS && first <= MONTHS) seen.monthFirst += 1;
      written ??= text.trim();
    },
    reading(asked, context) {
      if (written === null) return undefined;
      const { order, by } = orderOf(seen, asked, context.language);
      return {
        order,
        by,
        written,
        read: cellValue(field, written, { ...context, monthFirst: order === 'month_first' }),
      };
    },
  };
}

function orderOf(
  { dayFirst, monthFirst }: { readonly dayFirst: number; readonly monthFirst: number },
  asked: SlashedOrder | null,
  language: string,
): Pick<ImportDates, 'order' | 'by'> {
  if (dayFirst > 0 && monthFirst === 0) return { order: 'day_first', by: 'column' };
  if (monthFirst > 0 && dayFirst === 0) return { order: 'month_first', by: 'column' };
  const order = asked ?? (dateOrderOf(language).monthFirst ? 'month_first' : 'day_first');
  return { order, by: dayFirst > 0 ? 'mixed' : asked === null ? 'language' : 'call' };
}
