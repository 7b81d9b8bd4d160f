import type { Entity, Field, Model, Wire } from '@ninefold/model';
import type { Cell, DataFile, SourceFile } from '../application.ts';
import type { Context } from '../compile/context.ts';
import { expressionOf } from '../compile/expressions.ts';
import { fieldType } from '../compile/field-type.ts';
import { unknown } from '../compile/read.ts';
import { nearest } from '../expressions/nearest.ts';
import { byFile } from '../issues/report.ts';
import { sourceText, type LocatedScalar, type Spot } from '../load/located.ts';
import { rememberForms, type CheckCell } from './cell-expressions.ts';
import { cellValue } from './cells.ts';
import { historyColumns, JSON_COLUMNS, recordColumns } from './columns.ts';
import { csvRows, jsonRows } from './rows.ts';

const PATH = /^data\/(?:(.*)\/)?([^/]+?)(\.history)?\.(csv|json)$/;

/** Compiles `data/**`: records by entity, and `<entity>.history`; what lies below `data/demo/` is marked. */
export function compileData(ctx: Context, model: Model, files: readonly SourceFile[]): readonly DataFile[] {
  const expression = rememberForms((source, expects, spot) =>
    expressionOf(ctx, cellNode(source, spot), { variables: {}, expects }),
  );
  const ordered = [...files].sort((a, b) => byFile(a.path, b.path));
  return ordered.flatMap((file) => {
    const compiled = compileFile({ ctx, model, expression }, file);
    return compiled === null ? [] : [compiled];
  });
}

interface Reading {
  readonly ctx: Context;
  readonly model: Model;
  readonly expression: CheckCell;
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
  const fields = history === undefined ? recordColumns(entity) : historyColumns(entity);
  const json = history === undefined ? [] : JSON_COLUMNS;
  const raw = kind === 'csv' ? csvRows(source, ctx.report) : jsonRows(source, ctx.report);
  const columns = raw.columns.map(({ name: id, spot }, index): Column => {
    const known = [...Object.keys(fields), ...json];
    if (!known.includes(id)) unknown(ctx, 'NF1202', { text: id, spot: spot() }, known);
    const field = Object.hasOwn(fields, id) ? (fields[id] ?? null) : null;
    return { id, field, isJson: json.includes(id), spotAt: (row) => raw.spotAt(row, index) };
  });
  const rows = raw.rows.map((cells, row) => compileRow(reading, columns, cells, row));
  const isDemo = folder === 'demo' || folder.startsWith('demo/');
  return {
    path: file.path,
    entity: entity.id,
    kind: history === undefined ? 'records' : 'history',
    demo: isDemo,
    rows,
  };
}

interface Column {
  readonly id: string;
  /** Null for JSON, and for what is no column (then reported). */
  readonly field: Field | null;
  readonly isJson: boolean;
  readonly spotAt: (row: number) => Spot;
}

/** A cell as written, and where. */
interface RawCell {
  readonly column: string;
  readonly raw: unknown;
  readonly spot: () => Spot;
}

function compileRow(
  reading: Reading,
  columns: readonly Column[],
  cells: readonly unknown[],
  row: number,
): Readonly<Record<string, Cell>> {
  const values: Record<string, Cell> = {};
  columns.forEach(({ id, field, isJson, spotAt }, index) => {
    const raw = cells[index];
    if (raw === undefined || (field === null && !isJson)) return;
    const cell = { column: id, raw, spot: () => spotAt(row) };
    values[id] = field === null ? jsonCell(reading.ctx, cell) : compileCell(reading, cell, field);
  });
  return values;
}

function compileCell(reading: Reading, cell: RawCell, field: Field): Cell {
  if (typeof cell.raw === 'string' && cell.raw.startsWith('=')) {
    return reading.expression(cell.raw, fieldType(field).kind, cell.spot);
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

function cellNode(source: string, spot: () => Spot): LocatedScalar {
  return {
    kind: 'scalar',
    text: source,
    plain: false,
    get spot() {
      return spot();
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
