import {
  type ChoiceField,
  type ChoicesField,
  type Entity,
  type Field,
  flat,
  hasOptions,
  type ImportColumn,
  groupsAbove,
  isMany,
  isTranslated,
  isTruth,
  jsonTaken,
  memoized,
  namedOptions,
  optionParts,
  ownName,
  type Problem,
  type Rights,
  todayIn,
  type Wire,
  spokenId,
  withRolesToRead,
} from '@ninefold/model';
import type { ServedApplication } from '../specification/served.ts';
import { textAt } from '../locales/texts.ts';
import { badParameter } from '../records/reading/lists/list-params.ts';
import type { ImportRow, ImportSource } from '../records/context/import-source.ts';
import { Refusal } from '../refusal.ts';
import { columnReadings, readAs, type AskedWays, type ColumnReading } from './column-readings.ts';
import { fillable, findable, guessColumns, type FieldNames } from './import-columns.ts';
import { fieldPath, optionPath } from '../locales/option-labels.ts';
import { withStatesToGive } from './given-states.ts';
import { labelsOf, wordsIn } from './labels/labels.ts';
import { REASON_MEMBER, textOf, withoutReason } from './reasons.ts';
import { cellValue, type Cell, type CellContext } from './reading/cell.ts';
import { csvTable } from './reading/csv-table.ts';
import { jsonRows } from './reading/json-lines.ts';
import { cellText } from './writing/csv-cells.ts';
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
  /** How 03/04/2024 and 1,250 are read in columns that do not show it. */
  readonly ways: AskedWays;
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
export async function importFile(asked: ImportFile): Promise<ImportSource> {
  const own = withRolesToRead(asked.application.model, asked.rights.roles, asked.entity);
  const entity = withStatesToGive(asked.rights, own);
  const from = { ...asked, entity };
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
  const { filled, ambiguous } =
    from.columns === null
      ? guessColumns(titles.map(withoutReason), fields.known, namesOf(from))
      : { filled: chosen(from, titles, fields.known), ambiguous: [] };
  const context = cellContext(from);
  const used = fields.known
    .filter(({ id }) => filled.includes(id))
    .map((field) => ({ field, at: filled.indexOf(field.id) }));
  const readings = await columnReadings(table, used, from.ways, context);
  const columns = titles.map((title, at): ImportColumn => {
    const sample = textOf(first.cells[at] ?? null).slice(0, SAMPLE);
    return { title, field: filled[at] ?? null, sample, ...readings.get(at) };
  });
  const labels = labelsOf(from.application, from.entity, from.language);
  const read = cellReader(context, { fields: fields.known, filled, readings });
  return {
    encoding: table.encoding,
    columns,
    fields: fields.filled,
    ambiguous: ambiguous.map(({ column, fields: meant }) => ({
      column,
      fields: joined(meant.map(labels.field), from),
    })),
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

interface Reading {
  readonly fields: readonly Field[];
  readonly filled: readonly (string | null)[];
  /** By the place of the column. */
  readonly readings: ReadonlyMap<number, ColumnReading>;
}

function cellReader(context: CellContext, { fields, filled, readings }: Reading): ReadRow {
  const places = fields
    .filter(({ id }) => filled.includes(id))
    .map((field) => ({ field, at: filled.indexOf(field.id) }))
    .map((place) => ({ ...place, own: readAs(context, readings.get(place.at) ?? {}) }));
  const idAt = filled.indexOf('id');
  const ofSeveral = places.flatMap(({ field, at }) => (hasOptions(field) ? [{ field, at }] : []));
  const textAt = (cells: readonly Cell[], at: number): string | null => textOf(cells[at] ?? null) || null;
  return (row, cells) => ({
    row,
    values: Object.fromEntries(
      places
        .filter(({ field, at }) => !saysNothing(field, textAt(cells, at)))
        .map(({ field, at, own }) => [field.id, cellValue(field, cells[at] ?? null, own)]),
    ),
    id: idAt === -1 ? null : textAt(cells, idAt),
    problems: ofSeveral.flatMap(({ field, at }) => severalOptions(field, textAt(cells, at), context)),
    written: (name) => textAt(cells, filled.indexOf(name)),
  });
}

/** A boolean is never blank: an empty cell is neither of its values, so a new record gets the default, and one that exists keeps what it has. */
function saysNothing({ type }: Field, written: Wire): boolean {
  return isTruth(type) && (written === null || written === '');
}

/** An option that a cell names by the label of several. */
function severalOptions(field: ChoiceField | ChoicesField, text: string | null, { options }: CellContext): Problem[] {
  const parts = text === null ? [] : isMany(field.type) ? optionParts(text, field, options) : [text.trim()];
  return parts
    .filter((part) => !field.options.includes(part))
    .filter((part) => new Set(namedOptions(field, part, options)).size > 1)
    .map((value) => ({ path: field.id, code: 'several_options', params: { value: value.slice(0, MOST_VALUE) } }));
}

const MOST_VALUE = 100;

function joined(words: readonly string[], { language }: Pick<ImportFile, 'language'>): string {
  return new Intl.ListFormat(language, { type: 'disjunction' }).format(words);
}

function cellContext({ application: { model, texts }, entity, language, now }: ImportFile): CellContext {
  const known = new Map<string, readonly string[]>();
  const languages = [language, ...model.languages.filter((each) => each !== language)];
  const options: CellContext['options'] = (field, option) => {
    const key = `${field.id} ${option}`;
    const path = [...optionPath(entity, field, option), 'label'];
    const names = known.get(key) ?? [option, ...languages.map((each) => textAt(texts[each], path) ?? '')];
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

function namesOf({ application: { model, texts }, entity, language }: ImportFile) {
  const labelIn = (id: string, each: string): string | null =>
    textAt(texts[each], [...fieldPath(entity, { id }), 'label']);
  const namesIn = (field: Field, each: string): readonly string[] => {
    const label = labelIn(field.id, each);
    if (label === null) return field.cycle === 'state' ? [wordsIn(each).system.state] : [];
    const own = [...headings(field.id, each), label];
    return isTranslated(field) ? [...own, spokenId(field), ...headings(spokenId(field), each)] : own;
  };
  /** The heading of a list names a part by those of its groups and its own. */
  const headings = (id: string, each: string): readonly string[] => {
    const above = groupsAbove(id);
    const label = labelIn(id, each);
    const wholes = above.map((whole) => labelIn(whole, each) ?? ownName(whole));
    return label === null || above.length === 0 ? [] : [' – ', '：'].map((sign) => [...wholes, label].join(sign));
  };
  return memoized(
    (field: Field): FieldNames => ({
      own: namesIn(field, language),
      all: [field.id, ...model.languages.flatMap((each) => namesIn(field, each))],
    }),
  );
}

/** JSON lines have names instead of columns; those of a list or an export that nobody writes are left out. */
async function ofJson(from: ImportFile, fields: Fields): Promise<ImportSource> {
  const isUsed = new Set(fields.known.map(({ id }) => id));
  const known = new Set([...SYSTEM, ...Object.keys(from.entity.fields)]);
  const isEmpty = (name: string, value: Wire): boolean => {
    const field = from.entity.fields[name];
    return field !== undefined && saysNothing(field, value);
  };
  let first: Readonly<Record<string, Wire>> | null = null;
  const valuesOf = (whole: Readonly<Record<string, Wire>>): Readonly<Record<string, Wire>> =>
    jsonTaken(from.entity.fields, flat(whole, from.entity.fields));
  for await (const { values } of jsonRows(from.file)) {
    first = valuesOf(values);
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
    ambiguous: [],
    rows: async function* () {
      for await (const { row, values: whole } of jsonRows(from.file)) {
        const values = valuesOf(whole);
        const entries = Object.entries(values);
        yield {
          row,
          values: Object.fromEntries(entries.filter(([name, value]) => isUsed.has(name) && !isEmpty(name, value))),
          id: typeof values['id'] === 'string' ? values['id'] : null,
          written: (name) => ((values[name] ?? null) === null ? null : cellText(values[name])),
          problems: entries
            .filter(([name]) => !known.has(name) && name !== REASON_MEMBER)
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
