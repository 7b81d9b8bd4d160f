import type { DecimalSign, Field, ImportColumn, SlashedOrder } from '@ninefold/model';
import { decimalWitness } from './decimal-signs.ts';
import type { CellContext } from './reading/cell.ts';
import type { Table } from './reading/table.ts';
import { slashedWitness } from './slashed-dates.ts';
import { shownByFile } from './witness.ts';

/** The ways of writing that the call names for columns that do not show theirs; null: as in the language. */
export interface AskedWays {
  readonly dates: SlashedOrder | null;
  readonly decimals: DecimalSign | null;
}

/** How the values of a column are read that may be read in two ways. */
export type ColumnReading = Pick<ImportColumn, 'dates' | 'numbers'>;

interface Watched {
  readonly at: number;
  readonly dates: ReturnType<typeof slashedWitness>;
  readonly decimals: ReturnType<typeof decimalWitness>;
}

/** How each column of the table that fills one of the fields is read, by its place: what its values say together, from one pass over the table. */
export async function columnReadings(
  table: Table,
  columns: readonly { readonly at: number; readonly field: Field }[],
  asked: AskedWays,
  context: CellContext,
): Promise<ReadonlyMap<number, ColumnReading>> {
  const watched = columns
    .map(({ at, field }): Watched => ({ at, dates: slashedWitness(field), decimals: decimalWitness(field) }))
    .filter(({ dates, decimals }) => dates !== null || decimals !== null);
  if (watched.length > 0) await look(table, watched);
  const order = { file: shownByFile(watched.flatMap(({ dates }) => dates ?? [])), call: asked.dates };
  const sign = { file: shownByFile(watched.flatMap(({ decimals }) => decimals ?? [])), call: asked.decimals };
  return new Map(
    watched.map(({ at, dates, decimals }): [number, ColumnReading] => {
      const days = dates?.reading(order, context);
      const numbers = decimals?.reading(sign, context);
      return [at, { ...(days && { dates: days }), ...(numbers && { numbers }) }];
    }),
  );
}

async function look(table: Table, watched: readonly Watched[]): Promise<void> {
  let isHeader = true;
  for await (const { cells } of table.rows()) {
    if (!isHeader)
      for (const { at, dates, decimals } of watched) {
        const cell = cells[at];
        if (typeof cell !== 'string') continue; // a number or a day of a spreadsheet says itself what it is
        dates?.see(cell);
        decimals?.see(cell);
      }
    isHeader = false;
  }
}

/** What the cells of a column are read against. */
export function readAs(context: CellContext, { dates, numbers }: ColumnReading): CellContext {
  return {
    ...context,
    ...(dates && { monthFirst: dates.order === 'month_first' }),
    ...(numbers && { decimalSign: numbers.sign }),
  };
}
