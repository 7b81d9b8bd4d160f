import {
  type Field,
  type FileField,
  type FilesField,
  isFiles,
  isLines,
  isMany,
  type Model,
  type Wire,
} from '@ninefold/model';
import type { Cell, DataFile, SourceFile } from '../application.ts';
import type { Context } from '../compile/reading/context.ts';
import { expressionOf } from '../compile/reading/expressions.ts';
import { fieldType } from '../compile/reading/field-type.ts';
import { unknown } from '../compile/reading/read.ts';
import { ID } from '../expressions/schema/ids.ts';
import { nearest } from '../expressions/schema/nearest.ts';
import { byFile } from '../issues/report.ts';
import { ATTACHED_FILE, DATA_FILE } from '../load/file-names.ts';
import { isText } from '../load/is-text.ts';
import { jsonTwice } from '../load/json.ts';
import { sourceText, type LocatedScalar, type Spot } from '../located.ts';
import { attachedBeside, fileCell, type AttachedFiles } from './attached-files.ts';
import { rememberForms, type CheckCell } from './cell-expressions.ts';
import { cellValue } from './cells.ts';
import { misfits } from './file-misfits.ts';
import { columnNamed, historyColumns, JSON_COLUMNS, recordColumns } from './columns.ts';
import { checkRepeated } from './repeated.ts';
import { csvRows, isObject, jsonRows, type RawRow } from './rows.ts';

/** Compiles `data/**`: records by entity, and `<entity>.history`. Files below `data/demo/` are marked as demo data. */
export function compileData(ctx: Context, model: Model, files: readonly SourceFile[]): readonly DataFile[] {
  const expression = rememberForms((source, expects, spot) =>
    expressionOf(ctx, cellNode(source, spot), { variables: {}, expects }),
  );
  const ordered = [...files].sort((a, b) => byFile(a.path, b.path));
  const named = new Set<string>();
  const data = ordered.flatMap((file) => {
    const attached = attachedBeside(file.path, files);
    const compiled = compileFile({ ctx, model, expression, attached, named }, file);
    return compiled === null ? [] : [compiled];
  });
  reportMisplaced(ctx, model, { files: ordered, named });
  return data;
}

/** Reports data files in a folder `files`: they are read as what cells name, and no cell names them. */
function reportMisplaced(
  { report }: Context,
  { entities }: Model,
  { files, named }: { readonly files: readonly SourceFile[]; readonly named: ReadonlySet<string> },
): void {
  for (const { path } of files) {
    if (!ATTACHED_FILE.test(path) || named.has(path)) continue;
    const expected = path.replaceAll('/files/', '/');
    const entity = DATA_FILE.exec(expected)?.[2];
    if (entity === undefined || !Object.hasOwn(entities, entity)) continue;
    report('NF0016', { source: sourceText(path, ''), start: 0, end: 0 }, { name: path, expected });
  }
}

/** The folder below `data/` whose files are loaded only while the demonstration sign-in is open. */
const DEMO = 'demo';

interface Reading {
  readonly ctx: Context;
  readonly model: Model;
  readonly expression: CheckCell;
  readonly attached: AttachedFiles;
  /** The paths of the files that cells name. */
  readonly named: Set<string>;
}

function compileFile(reading: Reading, file: SourceFile): DataFile | null {
  const { ctx, model } = reading;
  const [, folder = '', name = '', history, kind] = DATA_FILE.exec(file.path) ?? [];
  if (kind === undefined) return null;
  const source = sourceText(file.path, file.text.replace(/^\uFEFF/, ''));
  if (!isText(source, ctx.report)) return null;
  const entity = Object.hasOwn(model.entities, name) ? model.entities[name] : undefined;
  if (!entity) {
    const near = nearest(name, Object.keys(model.entities));
    const isTold = near !== '' && !ID.test(near); // the entity itself cannot be called so
    if (!isTold) ctx.report('NF1201', { source, start: 0, end: 1 }, { name, nearest: near });
    return null;
  }
  if (history !== undefined && !entity.history)
    ctx.report('NF0361', { source, start: 0, end: 1 }, { name: `${name}.history`, entity: name });
  const fields = history === undefined ? recordColumns(entity) : historyColumns(entity);
  const json = history === undefined ? [] : JSON_COLUMNS;
  const raw = kind === 'csv' ? csvRows(source, ctx.report) : jsonRows(source, ctx.report, entity.fields);
  const ids = raw.columns.map((column) => columnNamed(entity, column.name));
  const columns = raw.columns.map(({ spot }, index): Column => {
    const id = ids[index] ?? '';
    const known = [...Object.keys(fields), ...json];
    const isTwice = ids.indexOf(id) < index;
    if (isTwice) ctx.report('NF0005', spot(), { key: id });
    else if (isUnparted(kind, ids)) ctx.report('NF1202', spot(), { name: id, form: 'separator' });
    else if (!known.includes(id)) unknown(ctx, 'NF1202', { text: id, spot: spot() }, known);
    const field = !isTwice && Object.hasOwn(fields, id) ? (fields[id] ?? null) : null;
    return { id, field, isJson: !isTwice && json.includes(id), spotAt: (row) => raw.spotAt(row, index) };
  });
  const rows = raw.rows.map((cells, row) => compileRow(reading, columns, cells, row));
  if (history === undefined) checkRepeated(ctx, entity, columns, rows);
  const [first = ''] = folder.split('/');
  const isDemo = first === DEMO;
  if (!isDemo && nearest(first, [DEMO]) === DEMO)
    ctx.report('NF1207', { source, start: 0, end: 1 }, { folder: `data/${first}`, expected: `data/${DEMO}` });
  return {
    path: file.path,
    entity: entity.id,
    kind: history === undefined ? 'records' : 'history',
    demo: isDemo,
    rows,
  };
}

/** Whether the cells of a file are separated by another sign, as some spreadsheets write them. */
function isUnparted(kind: string, ids: readonly string[]): boolean {
  return kind === 'csv' && ids.length === 1 && /[;\t]/.test(ids[0] ?? '');
}

interface Column {
  readonly id: string;
  /** Null for JSON, and for what is no column or one that is there twice (then reported). */
  readonly field: Field | null;
  readonly isJson: boolean;
  readonly spotAt: (row: number) => Spot;
}

/** A cell as written, and where: rows are counted from 0. */
interface RawCell {
  readonly column: Column;
  readonly row: number;
  readonly raw: unknown;
}

function compileRow(
  reading: Reading,
  columns: readonly Column[],
  { columns: order, cells }: RawRow,
  row: number,
): Readonly<Record<string, Cell>> {
  const values: Record<string, Cell> = {};
  for (let index = 0; index < cells.length; index += 1) {
    const column = columns[order[index] ?? 0];
    const raw = cells[index];
    if (column === undefined || raw === undefined) continue;
    const { id, field, isJson } = column;
    if (field !== null) values[id] = compileCell(reading, { column, raw, row }, field);
    else if (isJson) values[id] = jsonCell(reading.ctx, { column, raw, row });
  }
  return values;
}

function compileCell(reading: Reading, cell: RawCell, field: Field): Cell {
  const { raw, column, row } = cell;
  if (isFiles(field)) return filesOf(reading, cell, { id: column.id, field, raw });
  if (typeof raw === 'string' && raw.startsWith('=')) {
    return reading.expression(raw, fieldType(field).kind, () => column.spotAt(row));
  }
  if (isLines(field) && Array.isArray(raw)) return linesCell(reading, cell, raw, field);
  const value = cellValue(raw, field);
  if (!('wrong' in value)) return value.value;
  reportCell(reading.ctx, cell, { id: column.id, field, raw });
  return null;
}

/** What of a cell is written where: `id` of the column, `lines.photo` in a line. */
interface Written<F extends Field = Field> {
  readonly id: string;
  readonly field: F;
  readonly raw: unknown;
}

function filesOf(reading: Reading, cell: RawCell, written: Written<FileField | FilesField>): Wire {
  const { ctx, model, attached, named } = reading;
  const { id: column, field, raw } = written;
  const cells = fileCell(raw, field, attached, named);
  if (cells === undefined) {
    reportCell(ctx, cell, written);
    return null;
  }
  if ('missing' in cells) {
    for (const { name, nearest: near } of cells.missing)
      ctx.report('NF1209', cell.column.spotAt(cell.row), { column, name, nearest: near });
    return null;
  }
  for (const { id, params } of ctx.broken.has(field) ? [] : misfits(model, field, cells.found))
    ctx.report(id, cell.column.spotAt(cell.row), { column, ...params });
  return cells.value;
}

function reportCell({ report }: Context, { column, row }: RawCell, { id, field, raw }: Written): void {
  const options = 'options' in field ? field.options : [];
  const name = typeof raw === 'string' ? raw : JSON.stringify(raw);
  const known = options.length === 0 ? {} : { form: 'option', words: options.join(', ') };
  report('NF1203', column.spotAt(row), {
    column: id,
    name,
    type: field.type,
    nearest: asList(name, field) ?? nearest(name, options),
    ...known,
  });
}

/** Signs by which people separate the items of a list where `;` does it. */
const OTHER_SEPARATORS = /\s*[,、，；|\n]\s*/;

/** The list that is meant where another sign separates its items; null where none is. */
function asList(written: string, field: Field): string | null {
  const list = written.trim().split(OTHER_SEPARATORS).join(';');
  return list !== written && isMany(field.type) && !('wrong' in cellValue(list, field)) ? list : null;
}

type Lines = Extract<Field, { readonly type: 'lines' }>;

/** Cells of lines are values, not expressions. */
function linesCell(reading: Reading, cell: RawCell, lines: readonly unknown[], field: Lines): Cell {
  const { ctx } = reading;
  const { column, row } = cell;
  const { fields } = field;
  return lines.map((line): Wire => {
    const values: Record<string, Wire> = {};
    if (!isObject(line)) reportCell(ctx, cell, { id: column.id, field, raw: line });
    else
      for (const [id, raw] of Object.entries(line)) {
        const inner = Object.hasOwn(fields, id) ? fields[id] : undefined;
        if (isFiles(inner)) {
          values[id] = filesOf(reading, cell, { id: `${column.id}.${id}`, field: inner, raw });
          continue;
        }
        const value = inner && cellValue(raw, inner);
        if (!inner || !value) unknown(ctx, 'NF1202', { text: id, spot: column.spotAt(row) }, Object.keys(fields));
        else if ('wrong' in value) reportCell(ctx, cell, { id: `${column.id}.${id}`, field: inner, raw });
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
function jsonCell(ctx: Context, { column, row, raw }: RawCell): Wire {
  if (raw === '' || raw === null) return null;
  if (typeof raw !== 'string') return raw as Wire; // parsed from JSON
  try {
    const value: Wire = JSON.parse(raw);
    for (const { key } of jsonTwice(raw)) ctx.report('NF0005', column.spotAt(row), { key });
    return value;
  } catch {
    const params = { column: column.id, name: raw.slice(0, 40), type: 'json', nearest: '' };
    ctx.report('NF1203', column.spotAt(row), params);
    return null;
  }
}
