import type { Entity, Expression, Field, Model, Type, Wire } from '@ninefold/model';
import type { Cell, DataFile, SourceFile } from '../application.ts';
import type { Context } from '../compile/context.ts';
import { expressionOf } from '../compile/expressions.ts';
import { fieldType } from '../compile/field-type.ts';
import { unknown } from '../compile/read.ts';
import { nearest } from '../expressions/nearest.ts';
import { byFile } from '../issues/report.ts';
import { sourceText, type LocatedScalar } from '../load/located.ts';
import { rememberForms } from './cell-expressions.ts';
import { cellValue } from './cells.ts';
import { historyColumns, JSON_COLUMNS, recordColumns } from './columns.ts';
import { csvRows, jsonRows, type RawCell } from './rows.ts';

const PATH = /^data\/(?:(.*)\/)?([^/]+?)(\.history)?\.(csv|json)$/;

/** Compiles `data/**`: records by entity, and `<entity>.history`; what lies below `data/demo/` is marked. */
export function compileData(ctx: Context, model: Model, files: readonly SourceFile[]): readonly DataFile[] {
  let at: RawCell | null = null;
  const remembered = rememberForms((source, expects) =>
    at === null ? null : expressionOf(ctx, cellNode(at, source), { variables: {}, expects }),
  );
  const check: Reading['check'] = (cell, source, kind) => {
    at = cell;
    return remembered(source, kind);
  };
  const ordered = [...files].sort((a, b) => byFile(a.path, b.path));
  return ordered.flatMap((file) => {
    const compiled = compileFile({ ctx, model, check }, file);
    return compiled === null ? [] : [compiled];
  });
}

interface Reading {
  readonly ctx: Context;
  readonly model: Model;
  readonly check: (cell: RawCell, source: string, kind: Type['kind']) => Expression | null;
}

function compileFile(reading: Reading, file: SourceFile): DataFile | null {
  const { ctx, model } = reading;
  const [, folder = '', name = '', history, kind] = PATH.exec(file.path) ?? [];
  if (kind === undefined) return null;
  const source = sourceText(file.path, file.text.replace(/^\uFEFF/, ''));
  const entity = Object.hasOwn(model.entities, name) ? model.entities[name] : undefined;
  if (!entity) {
    ctx.report('NF1201', { source, start: 0, end: 1 }, { name, nearest: nearest(name, Object.keys(model.entities)) });
    return null;
  }
  const columns = history === undefined ? recordColumns(entity) : historyColumns(entity);
  const allowsJson = history !== undefined;
  const raw = kind === 'csv' ? csvRows(source, ctx.report) : jsonRows(source, ctx.report);
  const known = [...Object.keys(columns), ...(allowsJson ? JSON_COLUMNS : [])];
  for (const column of raw.columns) {
    if (!known.includes(column.name)) unknown(ctx, 'NF1202', { text: column.name, spot: column.spot() }, known);
  }
  const rows = raw.rows.map((cells) => compileRow(reading, cells, columns, allowsJson));
  const isDemo = folder === 'demo' || folder.startsWith('demo/');
  return { path: file.path, entity: entity.id, kind: allowsJson ? 'history' : 'records', demo: isDemo, rows };
}

function compileRow(
  reading: Reading,
  cells: readonly RawCell[],
  columns: Readonly<Record<string, Field>>,
  allowsJson: boolean,
): Readonly<Record<string, Cell>> {
  const row: Record<string, Cell> = {};
  for (const cell of cells) {
    const field = Object.hasOwn(columns, cell.column) ? columns[cell.column] : undefined;
    if (field) row[cell.column] = compileCell(reading, cell, field);
    else if (allowsJson && JSON_COLUMNS.includes(cell.column)) row[cell.column] = jsonCell(reading.ctx, cell);
  }
  return row;
}

function compileCell(reading: Reading, cell: RawCell, field: Field): Cell {
  if (typeof cell.raw === 'string' && cell.raw.startsWith('=')) {
    return reading.check(cell, cell.raw, fieldType(field).kind);
  }
  if (field.type === 'lines' && Array.isArray(cell.raw)) return linesCell(reading, cell, cell.raw, field.fields);
  const value = cellValue(cell.raw, field);
  if (!('wrong' in value)) return value.value;
  reportCell(reading.ctx, cell, field);
  return null;
}

function reportCell(ctx: Context, cell: RawCell, field: Field): void {
  const options = 'options' in field ? field.options : [];
  const name = typeof cell.raw === 'string' ? cell.raw : JSON.stringify(cell.raw);
  ctx.report('NF1203', cell.spot(), { column: cell.column, name, type: field.type, nearest: nearest(name, options) });
}

/** Cells of lines are values, not expressions. */
function linesCell(reading: Reading, cell: RawCell, lines: readonly unknown[], fields: Entity['fields']): Cell {
  return lines.map((line): Wire => {
    const values: Record<string, Wire> = {};
    for (const [id, raw] of Object.entries((line ?? {}) as Readonly<Record<string, unknown>>)) {
      const field = Object.hasOwn(fields, id) ? fields[id] : undefined;
      const value = field && cellValue(raw, field);
      if (!field || !value) unknown(reading.ctx, 'NF1202', { text: id, spot: cell.spot() }, Object.keys(fields));
      else if ('wrong' in value) reportCell(reading.ctx, { ...cell, column: `${cell.column}.${id}`, raw }, field);
      else values[id] = value.value;
    }
    return values;
  });
}

/** The place of a cell is looked up only when something is wrong there: finding it reads the file again. */
function cellNode(cell: RawCell, source: string): LocatedScalar {
  return {
    kind: 'scalar',
    text: source,
    plain: false,
    get spot() {
      return cell.spot();
    },
  };
}

/** What was changed, or answered, as JSON: taken as it is. */
function jsonCell(ctx: Context, cell: RawCell): Wire {
  if (cell.raw === '' || cell.raw === null) return null;
  if (typeof cell.raw !== 'string') return cell.raw as Wire; // parsed from JSON
  try {
    return JSON.parse(cell.raw) as Wire;
  } catch {
    ctx.report('NF1203', cell.spot(), { column: cell.column, name: cell.raw.slice(0, 40), type: 'json', nearest: '' });
    return null;
  }
}
