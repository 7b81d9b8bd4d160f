import { stateNames, evaluateWire, type Field, isSecret, isTruth } from '@ninefold/model';
import { encodeField, filledColumn } from '../../columns/registry.ts';
import type { Reader } from '../../database/database.ts';
import { quoted } from '../../sql/names.ts';
import { uniqueSets } from '../../schema/indexes.ts';
import type { SqlValue } from '../../sql/sql-value.ts';
import type { ColumnShape } from '../../database/shapes.ts';
import { keepAside } from '../changes/aside.ts';
import { found, statement, together, type Planned, type Step } from '../changes/change.ts';
import { convert, unconvertible } from './conversion.ts';
import { rowText } from './gone.ts';
import { sealElsewhere } from './sealed.ts';
import type { PlacedColumn, PlacedTable } from '../comparison/layout.ts';
import { isConstant } from '../comparison/standing.ts';
import { ALL, countRows, examplesOf } from '../changes/stored.ts';
import { shownValue } from '../comparison/shown-value.ts';
import { isOpenField, isRetyped, meaningAt, valuesIn, type Work } from '../comparison/work.ts';

/** Tables and columns that are new, have another name, or another type. */
export async function planColumns(work: Work): Promise<Planned> {
  const parts: Planned[] = [];
  for (const table of work.layout.tables)
    parts.push(table.before === null ? newTable(work, table) : await oldTable(work, table, table.before));
  return together(parts);
}

function newTable({ reader, layout }: Work, { shape, field, name }: PlacedTable): Planned {
  const { schema } = reader.dialect;
  const owner = layout.tables.find((table) => table.field === null && name.startsWith(`${table.name}.`));
  const isTold = field === null || owner?.before !== null;
  return {
    changes: isTold ? [found(field === null ? 'entity_added' : 'field_added', name, shape.name)] : [],
    steps: [
      statement('create', schema.createTable(shape)),
      ...shape.columns.flatMap((column) => refer(reader, shape.name, column)),
    ],
  };
}

function refer({ dialect }: Reader, table: string, column: ColumnShape): readonly Step[] {
  const text = column.references === null ? null : dialect.schema.addReference(table, column);
  return text === null ? [] : [statement('refer', text)];
}

async function oldTable(work: Work, table: PlacedTable, before: string): Promise<Planned> {
  const parts: Planned[] = [];
  if (before !== table.shape.name && table.field === null)
    parts.push({
      changes: [
        found('entity_renamed', table.name, table.shape.name, {
          was: before,
          rows: await countRows(work.reader, before, ALL),
        }),
      ],
      steps: [],
    });
  for (const column of table.columns)
    parts.push(
      column.before === null
        ? await newColumn(work, table, column)
        : await oldColumn(work, table, column, column.before),
    );
  return together(parts);
}

async function newColumn(work: Work, table: PlacedTable, column: PlacedColumn): Promise<Planned> {
  const { shape, field, name } = column;
  const text = work.reader.dialect.schema.addColumn(table.shape.name, shape);
  const isTold = field !== null || shape.name === 'state';
  const steps = [statement('create', text), ...refer(work.reader, table.shape.name, shape)];
  if (shape.name === 'state_since' || isSince(field))
    steps.push(statement('fill', `UPDATE ${quoted(table.shape.name)} SET ${quoted(shape.name)} = "changed_at"`));
  const first = field === null ? null : firstValue(work, field);
  if (first !== null && table.before !== null) {
    const rows = await countRows(work.reader, table.before, ALL);
    const fill = statement('fill', `UPDATE ${quoted(table.shape.name)} SET ${quoted(shape.name)} = ?`, [first]);
    const told = rows > 0 ? [found('field_filled', name, table.shape.name, { column: shape.name, rows })] : [];
    return {
      changes: [found('field_added', name, table.shape.name, { column: shape.name }), ...told],
      steps: [...steps, fill],
    };
  }
  return { changes: isTold ? [found('field_added', name, table.shape.name, { column: shape.name })] : [], steps };
}

/** Whether it says since when a record is in a state of a further life cycle. */
function isSince(field: Field | null): boolean {
  return field?.cycle !== undefined && field.id === stateNames(field.cycle).since;
}

/** What records that are there get in a field that they have to have: its default, where that is the same for all. */
export function firstValue({ reader, scope }: Work, field: Field): SqlValue {
  const isWanted = isTruth(field.type) || field.required;
  if (!isWanted || field.default === null || field.computed !== null || !isConstant(field.default)) return null;
  return encodeField(reader.dialect, field, evaluateWire(field.default, scope, field));
}

async function oldColumn(work: Work, table: PlacedTable, column: PlacedColumn, before: string): Promise<Planned> {
  const parts: Planned[] = [];
  if (before !== column.shape.name && column.field !== null)
    parts.push({
      changes: [found('field_renamed', column.name, table.shape.name, { column: column.shape.name, was: before })],
      steps: [],
    });
  if (column.field !== null && isRetyped(work, table, column))
    parts.push(await otherType(work, table, column, column.field));
  return together(parts);
}

/** What says the values that a field had before it became a secret, by the ids that it and its entity had and have. */
function sealing(entities: readonly string[], fields: readonly string[]): Step {
  const sealed = { entities: new Set(entities), fields: new Set(fields) };
  return { phase: 'blank', run: (tx) => sealElsewhere(tx, sealed) };
}

/** A column of another type stands beside the old one until its values are in it. What would not come back the same waits for consent and is kept aside. */
async function otherType(work: Work, table: PlacedTable, column: PlacedColumn, field: Field): Promise<Planned> {
  const { reader, scope } = work;
  const { shape, name } = column;
  const from = table.before ?? '';
  const before = column.before ?? '';
  const meaning = meaningAt(work, from, before);
  const rows = await countRows(reader, from, { text: filledColumn(before, meaning), values: [] });
  const key = rowText(table.columns.map((one) => one.shape.name));
  const lost = rows === 0 ? [] : await unconvertible(reader, { table: from, column: before, meaning, field });
  const now = quoted(table.shape.name);
  const old = valuesIn(work, table, column);
  const add = reader.dialect.schema.addColumn(table.shape.name, shape);
  const told = isOpenField(work, name) && !isSecret(field) ? shownValue(work, from, before) : '"id"';
  const some = {
    text: `"id" IN (SELECT "value" FROM ${reader.dialect.items('o')})`,
    values: [reader.dialect.list(lost.slice(0, 3))],
  };
  const examples = lost.length > 0 ? await examplesOf(reader, from, told, some) : [];
  const change = found('type_changed', name, from, {
    column: before,
    rows: lost.length > 0 ? lost.length : rows,
    examples,
    was: meaning,
    verdict: lost.length > 0 ? 'open' : 'safe',
  });
  const where = {
    text: `"id" IN (SELECT "value" FROM ${reader.dialect.items('o')})`,
    values: [reader.dialect.list(lost)],
  };
  const taken = { name, table: table.shape.name, column: old, meaning, row: key, where };
  const unwanted = new Set(isInUnique(table, field) ? lost : []); // `0042` and `42` would be the same
  return {
    changes: [change],
    steps: [
      ...(lost.length > 0 ? [keepAside(scope.now, taken, { table: from, column: before })] : []),
      statement('rename', `ALTER TABLE ${now} RENAME COLUMN ${quoted(shape.name)} TO ${quoted(old)}`),
      statement('create', add),
      { phase: 'blank', run: (tx) => convert(tx, { table: table.shape.name, column: old, meaning, field }, unwanted) },
      statement('remove', `ALTER TABLE ${now} DROP COLUMN ${quoted(old)}`),
      ...(isSecret(field) ? [sealing([table.shape.name, from], [before, shape.name])] : []),
      ...refer(reader, table.shape.name, shape),
    ],
  };
}

function isInUnique({ entity, field: lines }: PlacedTable, { id }: Field): boolean {
  return lines === null && uniqueSets(entity).some(({ fields }) => fields.includes(id));
}
