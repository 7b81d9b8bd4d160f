import { storedText, filledColumn } from '../../columns/registry.ts';
import type { Writer } from '../../database/database.ts';
import { quoted } from '../../sql/names.ts';
import { REQUIRED, textColumn, type TableShape } from '../../database/shapes.ts';
import type { Step } from './change.ts';
import { type Where } from './stored.ts';

/** Values that a migration took out of their tables, as texts. Nothing reads them but people, and nothing deletes them. */
export const ASIDE_TABLE: TableShape = {
  name: '_aside',
  columns: [
    textColumn('at', REQUIRED),
    textColumn('name', REQUIRED),
    textColumn('table', REQUIRED),
    textColumn('column', REQUIRED),
    textColumn('record', REQUIRED),
    textColumn('value', REQUIRED),
  ],
  key: [],
};

/** Where values are taken from: the table under the name that it has then. */
export interface Taken {
  /** What consent was given by. */
  readonly name: string;
  readonly table: string;
  readonly column: string;
  readonly meaning: string;
  /** The row, as SQL. */
  readonly row: string;
  readonly where: Where;
}

/** The names under which `_aside` tells of what was kept: those of before. */
export interface Known {
  readonly table: string;
  readonly column: string;
}

/** Copies every filled value of a column, row by row. */
export function keepAside(at: string, taken: Taken, known: Known): Step {
  const { name, table, column, meaning, row, where } = taken;
  const values = [at, name, known.table, known.column, ...where.values];
  const run = async (tx: Writer): Promise<void> => {
    const text = `INSERT INTO "_aside" ("at", "name", "table", "column", "record", "value")
      SELECT CAST(? AS text), CAST(? AS text), CAST(? AS text), CAST(? AS text), ${row}, ${storedText(tx.dialect, column, meaning)}
      FROM ${quoted(table)} WHERE (${where.text}) AND ${filledColumn(column, meaning)}`;
    await tx.run(text, values);
  };
  return { phase: 'aside', run };
}
