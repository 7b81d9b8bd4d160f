import { boundedOf, type Field, isDrawn, isLines, malformed, normalValue } from '@ninefold/model';
import { decimalsOf, encodeField, storedText } from '../../columns/registry.ts';
import type { Dialect } from '../../database/dialect.ts';
import { quoted } from '../../sql/names.ts';
import type { SqlValue } from '../../sql/sql-value.ts';
import { found, NOTHING, statement, together, type Planned } from '../changes/change.ts';
import { firstValue } from '../tables/columns.ts';
import { rowsWhere } from '../tables/conversion.ts';
import type { PlacedColumn, PlacedTable } from '../comparison/layout.ts';
import { standingField, type StandingField } from '../comparison/standing.ts';
import { countRows, examplesOf, type Where } from '../changes/stored.ts';
import { shownRow } from '../comparison/shown-value.ts';
import { isOpenField, meaningAt, type Work } from '../comparison/work.ts';

/** Values that are there and do not meet what a field asks for now. They stay as they are, with consent. */
export async function planConstraints(work: Work): Promise<Planned> {
  const parts: Planned[] = [];
  for (const table of work.layout.tables) {
    if (table.before === null) continue;
    for (const column of table.columns) {
      if (column.field === null || (table.field !== null && !isLines(table.field))) continue;
      parts.push(await planField(work, table, column, column.field));
    }
  }
  return together(parts);
}

async function planField(work: Work, table: PlacedTable, column: PlacedColumn, field: Field): Promise<Planned> {
  const was = knownField(work, table, column);
  const isNew = column.before === null;
  if (!isNew && was === null) return NOTHING; // whoever wrote the data did not say what held
  const wants = standingField(field, work.scope);
  return together([
    wants.required && was?.required !== true ? await planRequired(work, table, column, field) : NOTHING,
    was !== null && (was.max !== wants.max || was.min !== wants.min)
      ? await planBounds(work, table, column, { field, wants })
      : NOTHING,
    was?.form !== undefined && wants.form !== '' && was.form !== wants.form
      ? await planForm(work, table, column, field)
      : NOTHING,
    table.field !== null && field.unique && was !== null && was.unique !== true
      ? await planRepeated(work, table, column)
      : NOTHING,
    was?.currency !== undefined && wants.currency !== undefined && was.currency !== wants.currency
      ? await planCurrency(work, table, column, was.currency)
      : NOTHING,
  ]);
}

/** What held of the field by the name that it had. */
export function knownField(
  { standing, layout }: Work,
  table: PlacedTable,
  { before }: PlacedColumn,
): StandingField | null {
  if (before === null || standing.fields === null) return null;
  const owner = layout.tables.find((one) => one.field === null && one.entity.id === table.entity.id)?.before ?? '';
  const above = table.field === null ? owner : `${owner}.${(table.before ?? '').slice(owner.length + 1)}`;
  return standing.fields[`${above}.${before}`] ?? null;
}

async function planRequired(work: Work, table: PlacedTable, column: PlacedColumn, field: Field): Promise<Planned> {
  if (field.computed !== null || field.copy !== null || isDrawn(field)) return NOTHING;
  const from = table.before ?? '';
  const first = firstValue(work, field);
  if (column.before === null && first !== null) return NOTHING; // filled when the column is made
  const live = table.field === null ? '"trashed_at" IS NULL' : 'TRUE';
  const text = column.before === null ? live : `${quoted(column.before)} IS NULL AND ${live}`;
  const where: Where = { text, values: [] };
  const rows = await countRows(work.reader, from, where);
  if (rows === 0) return NOTHING;
  const { name, shape } = column;
  if (first !== null) {
    const fill = `UPDATE ${quoted(table.shape.name)} SET ${quoted(shape.name)} = ? WHERE ${quoted(shape.name)} IS NULL`;
    return {
      changes: [found('field_filled', name, from, { column: shape.name, rows })],
      steps: [statement('fill', fill, [first])],
    };
  }
  const named = table.field === null ? shownRow(work, from) : '"id"';
  const examples = await examplesOf(work.reader, from, named, where);
  return {
    changes: [found('required_blank', name, from, { column: shape.name, rows, examples, verdict: 'open' })],
    steps: [],
  };
}

/** Examples of the values of a column; the records' ids where its field is closed. */
function valuesOf(work: Work, table: PlacedTable, { name, before }: PlacedColumn, where: Where) {
  const [from, stored] = [table.before ?? '', before ?? ''];
  const shown = isOpenField(work, name)
    ? storedText(work.reader.dialect, stored, meaningAt(work, from, stored))
    : '"id"';
  return examplesOf(work.reader, from, shown, where);
}

/** Values that several lines of a record have, where each has to have its own. */
async function planRepeated(work: Work, table: PlacedTable, column: PlacedColumn): Promise<Planned> {
  const from = table.before ?? '';
  const before = column.before ?? '';
  const [lines, value] = [quoted(from), quoted(before)];
  const again = `SELECT b."id" FROM ${lines} a JOIN ${lines} b ON b."record" = a."record" AND b.${value} = a.${value} AND b."position" > a."position"`;
  const where: Where = { text: `"id" IN (${again})`, values: [] };
  const rows = await countRows(work.reader, from, where);
  if (rows === 0) return NOTHING;
  const examples = await valuesOf(work, table, column, where);
  return {
    changes: [found('repeated_lines', column.name, from, { column: before, rows, examples, verdict: 'open' })],
    steps: [],
  };
}

/** Amounts that would be taken for amounts of another currency. Nobody knows a rate: they are not converted. */
async function planCurrency(work: Work, table: PlacedTable, column: PlacedColumn, was: string): Promise<Planned> {
  const from = table.before ?? '';
  const before = column.before ?? '';
  const where: Where = { text: `${quoted(before)} IS NOT NULL AND ${quoted(before)} <> 0`, values: [] };
  const rows = await countRows(work.reader, from, where);
  if (rows === 0) return NOTHING;
  const examples = await valuesOf(work, table, column, where);
  return {
    changes: [found('currency_changed', column.name, from, { column: before, rows, examples, was, verdict: 'open' })],
    steps: [],
  };
}

async function planBounds(
  work: Work,
  table: PlacedTable,
  column: PlacedColumn,
  { field, wants }: { readonly field: Field; readonly wants: StandingField },
): Promise<Planned> {
  const from = table.before ?? '';
  const before = column.before ?? '';
  const meaning = meaningAt(work, from, before);
  if (meaning !== column.shape.meaning) return NOTHING;
  const where = outside(work.reader.dialect, before, field, wants);
  const rows = where === null ? 0 : await countRows(work.reader, from, where);
  if (where === null || rows === 0) return NOTHING;
  const examples = await valuesOf(work, table, column, where);
  return {
    changes: [found('out_of_bounds', column.name, from, { column: before, rows, examples, verdict: 'open' })],
    steps: [],
  };
}

/** Texts that do not have the form that they have to have now. */
async function planForm(work: Work, table: PlacedTable, column: PlacedColumn, field: Field): Promise<Planned> {
  const from = table.before ?? '';
  const before = column.before ?? '';
  const meaning = meaningAt(work, from, before);
  if (meaning !== column.shape.meaning) return NOTHING;
  const isOther = (text: string): boolean => malformed(field, text) !== null;
  const ids = await rowsWhere(work.reader, { table: from, column: before, meaning }, isOther);
  if (ids.length === 0) return NOTHING;
  const { dialect } = work.reader;
  const some = { text: `"id" IN (SELECT "value" FROM ${dialect.items('o')})`, values: [dialect.list(ids.slice(0, 3))] };
  const examples = await valuesOf(work, table, column, some);
  const rows = ids.length;
  return {
    changes: [found('other_form', column.name, from, { column: before, rows, examples, verdict: 'open' })],
    steps: [],
  };
}

/** Rows whose value, or its length, is beyond a bound. */
function outside(dialect: Dialect, column: string, field: Field, { min, max }: StandingField): Where | null {
  const isLength = boundedOf(field.type) === 'length';
  const measure = isLength ? `length(${quoted(column)})` : quoted(column);
  const isWhole = isLength || decimalsOf(field) === 0;
  const bound = (text: string): SqlValue =>
    isWhole ? Number(text) : encodeField(dialect, field, normalValue(field, text));
  const parts = [
    ...(min === null ? [] : [{ text: `${measure} < ?`, value: bound(min) }]),
    ...(max === null ? [] : [{ text: `${measure} > ?`, value: bound(max) }]),
  ];
  if (parts.length === 0) return null;
  return { text: parts.map(({ text }) => text).join(' OR '), values: parts.map(({ value }) => value) };
}
