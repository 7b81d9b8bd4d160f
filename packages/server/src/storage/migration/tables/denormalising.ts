import { quoted } from '../../sql/names.ts';
import type { DenormalisedColumn } from '../../denormalised/denormalised-column.ts';
import { DENORMALISED, denormalisedColumns } from '../../denormalised/denormalised-columns.ts';
import { fillSql } from '../../denormalised/denormalised-sql.ts';
import { columnShape } from '../../schema/tables.ts';
import { found, statement, type Planned, type Step } from '../changes/change.ts';
import type { PlacedTable } from '../comparison/layout.ts';
import { ALL, countRows } from '../changes/stored.ts';
import type { Work } from '../comparison/work.ts';

/**
 * Denormalised columns. Their triggers are dropped while tables change; after that every row is corrected from what it refers
 * to, whatever was written meanwhile.
 */
export async function planDenormalised(work: Work): Promise<Planned> {
  const { reader, layout, model } = work;
  const stops = (await reader.dialect.denormalised.drop(reader)).map((text) => statement('unindex', text));
  const parts: Planned[] = [];
  for (const table of layout.tables) {
    if (table.field !== null) continue;
    const wanted = denormalisedColumns(model, table.entity.id);
    const names = new Set(wanted.map(({ name }) => name));
    const present = table.before === null ? [] : await presentDenormalised(work, table.before);
    for (const column of wanted) parts.push(await keep(work, table, column, present.includes(column.name)));
    const gone = present.filter((name) => !names.has(name));
    const drop = (name: string): string => `ALTER TABLE ${quoted(table.shape.name)} DROP COLUMN ${quoted(name)}`;
    parts.push({ changes: [], steps: gone.map((name) => statement('remove', drop(name))) });
  }
  return {
    changes: parts.flatMap(({ changes }) => changes),
    steps: [...stops, ...parts.flatMap(({ steps }) => steps)],
  };
}

async function presentDenormalised({ reader }: Work, table: string): Promise<readonly string[]> {
  return (await reader.dialect.schema.columns(reader, table)).filter((name) => name.startsWith(DENORMALISED));
}

async function keep(
  { reader }: Work,
  table: PlacedTable,
  column: DenormalisedColumn,
  isThere: boolean,
): Promise<Planned> {
  const { dialect } = reader;
  const { entity, name, path } = column;
  const steps: Step[] = dialect.denormalised.make(column).map((text) => statement('index', text));
  const fill = statement('index', fillSql(column));
  const add = statement('create', dialect.schema.addColumn(entity, { ...columnShape(column.field), name }));
  const rows = table.before === null ? 0 : await countRows(reader, table.before, ALL);
  const told = isThere || rows === 0 ? [] : [found('index_added', `${entity}.${path}`, entity, { column: path, rows })];
  return { changes: told, steps: [...(isThere ? [] : [add]), fill, ...steps] };
}
