import { createHash } from 'node:crypto';
import type { Reader, Writer } from '../database/database.ts';
import { countColumn, REQUIRED, textColumn, type TableShape } from '../database/shapes.ts';

/** What is known of the rows of data files: the record that each became, and its cells as they were loaded, as hashes. */
export const SEED_TABLE: TableShape = {
  name: '_seed',
  columns: [
    textColumn('entity', REQUIRED),
    textColumn('name', REQUIRED),
    textColumn('record'),
    countColumn('version'),
    textColumn('cells', REQUIRED),
  ],
  key: ['entity', 'name'],
};

/** Begins the names of rows that are known by their content. */
export const ROW = 'row ';

/** A row of a data file as it was loaded. */
export interface SeedRow {
  readonly entity: string;
  /** The row's label, else its key. */
  readonly name: string;
  /** Null where the record was gone before rows were remembered. */
  readonly record: string | null;
  /** The version that the record had after the row was written to it; 0 where that is not known. */
  readonly version: number;
  /** Stands for each cell, by column: its `cellHash`; for a secret a `stretchedHash`, `BLANK` where the cell is blank. */
  readonly cells: Readonly<Record<string, string>>;
}

/** Stands for a cell: its JSON, or for an expression what is written in it. */
export function cellHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** The hash of a blank cell. It says what a column says that is not there. */
export const BLANK = cellHash('null');

/** The remembered rows of an entity; none where the table is not there yet. */
export async function readSeedRows(reader: Reader, entity: string): Promise<readonly SeedRow[]> {
  if ((await reader.dialect.schema.columns(reader, SEED_TABLE.name)).length === 0) return [];
  const rows = await reader.all('SELECT * FROM "_seed" WHERE "entity" = ?', [entity]);
  return rows.map(({ name, record, version, cells }) => ({
    entity,
    name: String(name),
    record: typeof record === 'string' ? record : null,
    version: Number(version),
    cells: JSON.parse(String(cells)) as SeedRow['cells'], // as `writeSeedRow` wrote it
  }));
}

const WRITE = `INSERT INTO "_seed" ("entity", "name", "record", "version", "cells") VALUES (?, ?, ?, ?, ?)
  ON CONFLICT ("entity", "name") DO UPDATE SET "record" = excluded."record", "version" = excluded."version", "cells" = excluded."cells"`;

export function writeSeedRow(tx: Writer, { entity, name, record, version, cells }: SeedRow): void {
  tx.later(WRITE, [entity, name, record, version, JSON.stringify(cells)]);
}
