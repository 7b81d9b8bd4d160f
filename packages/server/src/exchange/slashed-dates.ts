import { boundedOf, dateOrderOf, type Field, type ImportDates, type SlashedOrder } from '@ninefold/model';
import { textOf } from './reasons.ts';
import { cellValue, type CellContext } from './reading/cell.ts';
import type { Table } from './reading/table.ts';

/** A column of a table that fills a field of days or moments. */
export interface DateColumn {
  readonly at: number;
  readonly field: Field;
}

/** 03/04/2024, 3-4-24: a day and a month of which the sign does not say which comes first. With dots the day does. */
const SLASHED = /^(\d{1,2})\s?[-/]\s?(\d{1,2})\s?[-/]\s?(?:\d{4}|\d{2})(?!\d)/;
const MONTHS = 12;

interface Seen {
  dayFirst: number;
  monthFirst: number;
  written: string | null;
}

/** Fields of days and of moments. */
export function holdsDays({ type }: Field): boolean {
  return boundedOf(type) === 'moment';
}

/**
 * How slashed days are read in each of these columns that has some, by its place. The column itself decides: one 25/12/2024
 * says that the day stands first in all of it. A column that says nothing, or both, is read as `asked`, else as in the language.
 */
export async function slashedDates(
  table: Table,
  columns: readonly DateColumn[],
  { asked, context }: { readonly asked: SlashedOrder | null; readonly context: CellContext },
): Promise<ReadonlyMap<number, ImportDates>> {
  if (columns.length === 0) return new Map();
  const seen = new Map<number, Seen>(columns.map(({ at }) => [at, { dayFirst: 0, monthFirst: 0, written: null }]));
  let isHeader = true;
  for await (const { cells } of table.rows()) {
    if (!isHeader) for (const [at, one] of seen) look(textOf(cells[at] ?? null), one);
    isHeader = false;
  }
  const found = columns.flatMap(({ at, field }): readonly (readonly [number, ImportDates])[] => {
    const one = seen.get(at);
    if (one?.written == null) return [];
    const { order, by } = orderOf(one, asked, context.language);
    const read = cellValue(field, one.written, { ...context, monthFirst: order === 'month_first' });
    return [[at, { order, by, written: one.written, read }]];
  });
  return new Map(found);
}

function look(text: string, seen: Seen): void {
  const match = SLASHED.exec(text.normalize('NFKC').trim());
  if (match === null) return;
  const [first, second] = [Number(match[1]), Number(match[2])];
  if (first > MONTHS && second <= MONTHS) seen.dayFirst += 1;
  else if (second > MONTHS && first <= MONTHS) seen.monthFirst += 1;
  seen.written ??= text.trim();
}

function orderOf(
  { dayFirst, monthFirst }: Seen,
  asked: SlashedOrder | null,
  language: string,
): Pick<ImportDates, 'order' | 'by'> {
  if (dayFirst > 0 && monthFirst === 0) return { order: 'day_first', by: 'column' };
  if (monthFirst > 0 && dayFirst === 0) return { order: 'month_first', by: 'column' };
  const order = asked ?? (dateOrderOf(language).monthFirst ? 'month_first' : 'day_first');
  return { order, by: dayFirst > 0 ? 'mixed' : asked === null ? 'language' : 'call' };
}
