import { quoted } from '../../names.ts';
import type { KeptColumn } from '../../kept/kept-column.ts';
import { KEPT, keptColumns } from '../../kept/kept-columns.ts';
import { fillSql } from '../../kept/kept-sql.ts';
import { columnShape } from '../tables.ts';
import { found, statement, type Planned, type Step } from './change.ts';
import type { PlacedTable } from './layout.ts';
import { ALL, countRows } from './stored.ts';
import type { Work } from './work.ts';

/**
 * Values that row rules read through references and that are kept in the row. Nothing keeps them while tables change; after
 * that every row is held against what it refers to, whoever wrote it meanwhile.
 */
export async function planKept(work: Work): Promise<Planned> {
  const { reader, layout, model } = work;
  const stops = (await reader.dialect.kept.drop(reader)).map((text) => statement('unindex', text));
  const parts: Planned[] = [];
  for (const table of layout.tables) {
    if (table.field !== null) continue;
    const wanted = keptColumns(model, table.entity.id);
    const names = new Set(wanted.map(({ name }) => name));
    const present = table.before === null ? [] : await presentKept(work, table.before);
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

async function presentKept({ reader }: Work, table: string): Promise<readonly string[]> {
  return (await reader.dialect.schema.columns(reader, table)).filter((name) => name.startsWith(KEPT));
}

async function keep({ reader }: Work, table: PlacedTable, column: KeptColumn, isThere: boolean): Promise<Planned> {
  const { dialect } = reader;
  const { entity, name, path } = column;
  const steps: Step[] = dialect.kept.make(column).map((text) => statement('index', text));
  const fill = statement('index', fillSql(column));
  const add = statement('index', dialect.schema.addColumn(entity, { ...columnShape(column.field), name }));
  const rows = table.before === null ? 0 : await countRows(reader, table.before, ALL);
  const told = isThere || rows === 0 ? [] : [found('index_added', `${entity}.${path}`, entity, { column: path, rows })];
  return { changes: told, steps: [...(isThere ? [] : [add]), fill, ...steps] };
}
