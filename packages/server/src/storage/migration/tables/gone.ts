import { filledColumn } from '../../columns/registry.ts';
import { quoted } from '../../sql/names.ts';
import { keepAside } from '../changes/aside.ts';
import { found, statement, together, type Change, type Planned, type Step } from '../changes/change.ts';
import type { PlacedTable } from '../comparison/layout.ts';
import { ALL, countRows, examplesOf } from '../changes/stored.ts';
import { shownRow, shownValue } from '../comparison/shown-value.ts';
import { isOpenField, meaningAt, type Work } from '../comparison/work.ts';

/** Columns and tables that the specification no longer has. */
export async function planGone(work: Work): Promise<Planned> {
  const parts: Planned[] = [];
  for (const table of work.layout.tables)
    for (const column of table.gone) parts.push(await goneColumn(work, table, column));
  const owners = new Map(
    work.layout.tables.flatMap(({ before, shape, field }) =>
      before !== null && field === null ? [[before, shape.name] as const] : [],
    ),
  );
  const children = work.layout.gone.filter((name) => name.includes('.'));
  const entities = work.layout.gone.filter((name) => !name.includes('.'));
  for (const child of children) {
    const [owner = '', ...rest] = child.split('.');
    const isInner = entities.includes(owner);
    parts.push(
      await goneTable(work, child, isInner ? owner : `${owners.get(owner) ?? owner}.${rest.join('.')}`, !isInner),
    );
  }
  for (const entity of entities) parts.push({ changes: [], steps: cutReferences(work, entity) });
  for (const entity of entities) parts.push(await goneTable(work, entity, entity, true));
  return together(parts);
}

/** `state_since` goes with the state and is not asked for on its own. */
async function goneColumn(work: Work, table: PlacedTable, column: string): Promise<Planned> {
  const { reader } = work;
  const before = table.before ?? '';
  const isSince = column === 'state_since';
  const name = `${table.name}.${isSince ? 'state' : column}`;
  const meaning = meaningAt(work, before, column);
  const now = work.moved.column(before, column);
  const drop = statement('remove', `ALTER TABLE ${quoted(table.shape.name)} DROP COLUMN ${quoted(now)}`);
  if (isLiveNow(work, table, column)) return { changes: [], steps: [drop] };
  const steps: Step[] = [];
  const where = { text: filledColumn(column, meaning), values: [] };
  const rows = await countRows(reader, before, where);
  if (rows > 0) {
    const taken = {
      name,
      table: table.shape.name,
      column: now,
      meaning,
      row: rowText(table.columns.map(({ shape }) => shape.name)),
      where: ALL,
    };
    steps.push(keepAside(work.scope.now, taken, { table: before, column }));
  }
  steps.push(drop);
  if (isSince) return { changes: [], steps };
  const shown = isOpenField(work, name) || column === 'state' ? shownValue(work, before, column) : '"id"';
  const examples = rows > 0 ? await examplesOf(reader, before, shown, where) : [];
  return { changes: [goneChange('field_gone', name, before, { column, rows, examples })], steps };
}

/** Whether the values were computed, and are worked out at each reading now, as where a limit has become one of days: nothing is lost. */
function isLiveNow({ standing }: Work, table: PlacedTable, column: string): boolean {
  const known = standing.fields?.[`${table.before ?? ''}.${column}`]?.computed;
  return typeof known === 'string' && table.field === null && table.entity.fields[column]?.computed?.live === true;
}

function goneChange(kind: 'field_gone' | 'entity_gone', name: string, table: string, more: Partial<Change>): Change {
  return found(kind, name, table, { ...more, verdict: (more.rows ?? 0) > 0 ? 'open' : 'safe' });
}

/** What names a row of a table: links have no id of their own. */
export function rowText(columns: readonly string[]): string {
  return columns.includes('id') ? '"id"' : `"record" || '#' || CAST("position" AS text)`;
}

async function goneTable(work: Work, table: string, name: string, isTold: boolean): Promise<Planned> {
  const { reader, layout, moved, scope } = work;
  const columns = layout.present.get(table) ?? [];
  const now = moved.table(table);
  const rows = await countRows(reader, table, ALL);
  const steps: Step[] = [];
  const row = rowText(columns);
  for (const column of rows > 0 ? columns.filter((one) => one !== 'id' && !one.startsWith('_')) : []) {
    const meaning = column === 'version' || column === 'position' ? 'integer' : meaningAt(work, table, column);
    steps.push(keepAside(scope.now, { name, table: now, column, meaning, row, where: ALL }, { table, column }));
  }
  steps.push(statement('remove', `DROP TABLE ${quoted(now)}`));
  if (!isTold) return { changes: [], steps };
  const shown = table.includes('.') ? shownChild(work, table, name) : shownRow(work, table);
  const examples = rows > 0 ? await examplesOf(reader, table, shown, ALL) : [];
  return {
    changes: [goneChange(name.includes('.') ? 'field_gone' : 'entity_gone', name, table, { rows, examples })],
    steps,
  };
}

/** Of a list of values or records, what is in it, where that is open; of anything else, the records that it belongs to. */
function shownChild(work: Work, table: string, name: string): string {
  const isLines = work.layout.present.get(table)?.includes('id') === true;
  if (!isLines && meaningAt(work, table, 'value') !== 'file' && isOpenField(work, name))
    return shownValue(work, table, 'value');
  const [owner = ''] = table.split('.');
  const of = `"_owner"."id" = ${quoted(table)}."record"`;
  return `(SELECT ${shownRow(work, owner)} FROM ${quoted(owner)} AS "_owner" WHERE ${of})`;
}

/** Tables that go together may refer to each other: what refers goes first. */
function cutReferences(work: Work, table: string): readonly Step[] {
  const columns = work.layout.present.get(table) ?? [];
  return columns
    .filter((column) => meaningAt(work, table, column).startsWith('reference '))
    .map((column) =>
      statement('remove', `ALTER TABLE ${quoted(work.moved.table(table))} DROP COLUMN ${quoted(column)}`),
    );
}
