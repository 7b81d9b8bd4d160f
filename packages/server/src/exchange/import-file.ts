import {
  type Entity,
  type Field,
  flat,
  type ImportColumn,
  splitId,
  objectOf,
  partsOf,
  type Rights,
  todayIn,
  typedText,
  type Wire,
} from '@ninefold/model';
import type { ServedApplication } from '../specification/served.ts';
import { textAt } from '../locales/texts.ts';
import { badParameter } from '../records/reading/lists/list-params.ts';
import type { ImportRow, ImportSource } from '../records/context/import-source.ts';
import { Refusal } from '../refusal.ts';
import { fillable, findable, guessColumns } from './import-columns.ts';
import { cellValue, type Cell, type CellContext } from './reading/cell.ts';
import { csvTable } from './reading/csv-table.ts';
import { jsonRows } from './reading/json-lines.ts';
import type { Table, TableRow } from './reading/table.ts';
import { xlsxTable } from './reading/xlsx-table.ts';

/** The forms in which records come and go. */
export type ImportFormat = 'csv' | 'jsonl' | 'xlsx';

/** Where the rows of an import come from, and who reads them. */
export interface ImportFile {
  readonly application: ServedApplication;
  readonly entity: Entity;
  readonly rights: Rights;
  readonly file: string;
  readonly format: ImportFormat;
  /** What each column fills, in their order; an empty text for nothing; null: known by their names. */
  readonly columns: readonly string[] | null;
  /** The language in which numbers and days are read. */
  readonly language: string;
  /** RFC 3339 UTC. */
  readonly now: string;
}

/** Fields that columns may stand for, and those of them that are written. */
interface Fields {
  readonly known: readonly Field[];
  readonly filled: readonly string[];
}

const SAMPLE = 200;

/** Opens a file of records. Throws `not_a_table`, `xlsx_too_large`, or `bad_parameter` for columns that do not fit. */
export async function importFile(from: ImportFile): Promise<ImportSource> {
  const filled = fillable(from.entity, from.rights);
  const known = [...new Set([...filled, ...findable(from.entity, from.rights)])];
  const fields: Fields = { known, filled: filled.map(({ id }) => id) };
  if (from.format === 'jsonl') return ofJson(from, fields);
  const table = from.format === 'csv' ? await csvTable(from.file) : await xlsxTable(from.file, from.application.model);
  return ofTable(from, fields, table);
}

async function ofTable(from: ImportFile, fields: Fields, table: Table): Promise<ImportSource> {
  const [header, first] = await firstRows(table);
  if (header === undefined || first === undefined)
    throw new Refusal('not_a_table', { params: { format: from.format.toUpperCase(), place: '' } });
  const titles = header.cells.map(textOf);
  const filled =
    from.columns === null ? guessColumns(titles, fields.known, namesOf(from)) : chosen(from, titles, fields.known);
  const columns = titles.map(
    (title, at): ImportColumn => ({
      title,
      field: filled[at] ?? null,
      sample: textOf(first.cells[at] ?? null).slice(0, SAMPLE),
    }),
  );
  const read = cellReader(from, fields.known, filled);
  return {
    encoding: table.encoding,
    columns,
    fields: fields.filled,
    rows: async function* () {
      let isHeader = true;
      for await (const { row, cells } of table.rows()) {
        if (isHeader) isHeader = false;
        else yield read(row, cells);
      }
    },
  };
}

async function firstRows(table: Table): Promise<readonly TableRow[]> {
  const rows: TableRow[] = [];
  for await (const row of table.rows()) {
    rows.push(row);
    if (rows.length === 2) break;
  }
  return rows;
}

function chosen(
  { columns }: ImportFile,
  titles: readonly string[],
  fields: readonly Field[],
): readonly (string | null)[] {
  const names = columns ?? [];
  const used = names.filter((name) => name !== '');
  const isKnown = (name: string): boolean => name === 'id' || fields.some(({ id }) => id === name);
  if (names.length > titles.length || new Set(used).size < used.length || !used.every(isKnown))
    throw badParameter('columns');
  return names.map((name) => (name === '' ? null : name));
}

type ReadRow = (row: number, cells: readonly Cell[]) => ImportRow;

function cellReader(from: ImportFile, fields: readonly Field[], filled: readonly (string | null)[]): ReadRow {
  const context = cellContext(from);
  const places = fields.flatMap((field) =>
    filled.includes(field.id) ? [{ field, at: filled.indexOf(field.id) }] : [],
  );
  const idAt = filled.indexOf('id');
  return (row, cells) => ({
    row,
    values: Object.fromEntries(places.map(({ field, at }) => [field.id, cellValue(field, cells[at] ?? null, context)])),
    id: idAt === -1 ? null : textOf(cells[idAt] ?? null) || null,
    problems: [],
  });
}

function cellContext({ application: { model, texts }, entity, language, now }: ImportFile): CellContext {
  const known = new Map<string, readonly string[]>();
  const options: CellContext['options'] = (field, option) => {
    const key = `${field.id} ${option}`;
    const path = [...textPath(entity, field), 'options', option, 'label'];
    const names = known.get(key) ?? [option, ...model.languages.flatMap((each) => textAt(texts[each], path) ?? [])];
    known.set(key, names);
    return names;
  };
  return {
    today: todayIn(model.timeZone, now),
    language,
    timeZone: model.timeZone,
    options,
  };
}

function namesOf({ application: { model, texts }, entity }: ImportFile) {
  return (field: Field): readonly string[] => [
    field.id,
    ...model.languages.flatMap((each) => {
      const label = textAt(texts[each], [...textPath(entity, field), 'label']);
      const object = objectOf(field.id);
      if (label === null || object === null) return label ?? [];
      const whole = textAt(texts[each], ['entities', entity.id, 'fields', object, 'label']);
      return [`${whole ?? object} – ${label}`, `${whole ?? object}：${label}`, label]; // the heading of a list names both
    }),
  ];
}

/** Where the texts of a field stand. */
function textPath({ id }: Entity, field: Field): readonly string[] {
  const [first = '', part] = splitId(field.id);
  return ['entities', id, 'fields', first, ...(part === undefined ? [] : ['fields', part])];
}

/** JSON lines have names instead of columns; those of a list or an export that nobody writes are left out. */
async function ofJson(from: ImportFile, fields: Fields): Promise<ImportSource> {
  const isUsed = new Set(fields.known.map(({ id }) => id));
  const known = new Set([...SYSTEM, ...Object.keys(from.entity.fields)]);
  let first: Readonly<Record<string, Wire>> | null = null;
  const parts = partsOf(from.entity.fields);
  for await (const { values } of jsonRows(from.file)) {
    first = flat(values, parts);
    break;
  }
  if (first === null) throw new Refusal('not_a_table', { params: { format: 'JSON Lines', place: '' } });
  const columns = Object.entries(first).map(
    ([title, value]): ImportColumn => ({
      title,
      field: isUsed.has(title) || title === 'id' ? title : null,
      sample: (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, SAMPLE),
    }),
  );
  return {
    encoding: 'utf-8',
    columns,
    fields: fields.filled,
    rows: async function* () {
      for await (const { row, values: whole } of jsonRows(from.file)) {
        const values = flat(whole, parts);
        const entries = Object.entries(values);
        yield {
          row,
          values: Object.fromEntries(entries.filter(([name]) => isUsed.has(name))),
          id: typeof values['id'] === 'string' ? values['id'] : null,
          problems: entries
            .filter(([name]) => !known.has(name))
            .map(([name]) => ({
              path: name.slice(0, 60),
              code: 'unknown_field',
              params: { field: name.slice(0, 60) },
            })),
        };
      }
    },
  };
}

const SYSTEM = [
  ...['id', 'version', 'title', 'created_at', 'created_by', 'changed_at', 'changed_by'],
  ...['state', 'state_since', 'state_final', 'trashed_at'],
];

function textOf(cell: Cell): string {
  return cell === null ? '' : typedText(cell);
}
