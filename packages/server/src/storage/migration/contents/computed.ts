import type { Field } from '@ninefold/model';
import { filledColumn, storageOf } from '../../columns/registry.ts';
import { keepAside } from '../changes/aside.ts';
import { found, together, type Planned } from '../changes/change.ts';
import { knownField } from './constraints.ts';
import { rowText } from '../tables/gone.ts';
import type { PlacedColumn, PlacedTable } from '../comparison/layout.ts';
import { ALL, countRows, examplesOf } from '../changes/stored.ts';
import { shownValue } from '../comparison/shown-value.ts';
import { isOpenField, meaningAt, valuesIn, type Work } from '../comparison/work.ts';

/**
 * Stored values that are computed, and are not yet or in another way than before: they are worked out for the records that
 * are there. What was written by hand goes with consent only, and is kept aside.
 */
export async function planComputed(work: Work): Promise<Planned> {
  const parts: Planned[] = [];
  for (const table of work.layout.tables) {
    for (const column of table.before === null ? [] : table.columns) {
      const { field } = column;
      if (field?.computed && storageOf(field)?.kind === 'column')
        parts.push(await planColumn(work, table, column, field));
    }
  }
  return together(parts);
}

async function planColumn(work: Work, table: PlacedTable, column: PlacedColumn, field: Field): Promise<Planned> {
  const from = table.before ?? '';
  const known = knownField(work, table, column)?.computed;
  const isOther = column.before === null || (known !== undefined && known !== field.computed?.expression.source);
  const rows = isOther ? await countRows(work.reader, from, ALL) : 0;
  if (rows === 0) return { changes: [], steps: [] };
  const told = found('computed_filled', column.name, from, { column: column.shape.name, rows });
  if (column.before === null || known !== null) return { changes: [told], steps: [] };
  return byHand(work, table, column, column.before);
}

/** A field that people filled until now. */
async function byHand(work: Work, table: PlacedTable, column: PlacedColumn, before: string): Promise<Planned> {
  const { reader, scope } = work;
  const from = table.before ?? '';
  const meaning = meaningAt(work, from, before);
  const where = { text: filledColumn(before, meaning), values: [] };
  const rows = await countRows(reader, from, where);
  const { name, shape } = column;
  if (rows === 0) return { changes: [found('computed_filled', name, from, { column: shape.name })], steps: [] };
  const shown = isOpenField(work, name) ? shownValue(work, from, before) : '"id"';
  const examples = await examplesOf(reader, from, shown, where);
  const row = rowText(table.columns.map((one) => one.shape.name));
  const old = valuesIn(work, table, column);
  const taken = { name, table: table.shape.name, column: old, meaning, row, where: ALL };
  return {
    changes: [found('computed_replaced', name, from, { column: before, rows, examples, verdict: 'open' })],
    steps: [keepAside(scope.now, taken, { table: from, column: before })],
  };
}
