import {
  type Entity,
  type Field,
  innerFields,
  isLineReference,
  isLines,
  isManyReferences,
  isMap,
  isOneReference,
  type LineReferenceField,
  recordBeside,
  type Scope,
  type Wire,
} from '@ninefold/model';
import type { Reader } from '../../storage/database/database.ts';
import { childTable, quoted } from '../../storage/sql/names.ts';
import type { Row } from '../../storage/sql/sql-value.ts';
import { name, raw, sql, table, valuesOf } from '../../storage/sql/sql.ts';
import type { PlanContext } from '../../records/context/context.ts';
import { titleText } from '../../records/views/titles.ts';
import type { FormerNames } from './former-names.ts';
import type { Seed } from './seeds.ts';

/** The records that names in data files mean. */
export interface Directory {
  /** The id of the record of this entity with this id, label, key or unambiguous title; null where there is none. */
  find(entity: string, name: string): string | null;
  /** The same without titles. */
  named(entity: string, name: string): string | null;
  /** The id of the record that was made with this label, even where it has been deleted since. */
  labelled(entity: string, label: string): string | null;
  /** Whether the record is there, and not in the trash. */
  isThere(entity: string, id: string): boolean;
  /** The ids of the lines of a record in their order, by the name of the lines (`order.rows`); none where no field refers to such lines. */
  lines(name: string, record: string): readonly string[];
  addLines(name: string, record: string, ids: readonly string[]): void;
  add(seed: Pick<Seed, 'entity' | 'label' | 'key' | 'values'>, id: string): void;
}

/** What is known of the records of one entity: ids by name, and ids of what is there. */
interface Known {
  readonly names: Map<string, string>;
  /** Null marks a title that several records have. */
  readonly titles: Map<string, string | null>;
  readonly labels: Map<string, string>;
  readonly ids: Set<string>;
}

/** Knows every record that is stored, by id, label, key and title. */
export async function openDirectory(reader: Reader, context: PlanContext, scope: Scope): Promise<Directory> {
  return directoryOf(reader, Object.values(context.model.entities), async (entity) => {
    const key = entity.key === null ? raw('NULL') : name(entity.key);
    const title = titleText(context, entity, 't', null);
    const from = sql`FROM ${table(entity.id)} t WHERE "trashed_at" IS NULL`;
    const statement = sql`SELECT "id", ${key} AS key, ${title} AS title ${from}`;
    return reader.all(statement, valuesOf(statement, scope));
  });
}

/** The same for tables that may have another shape than the model: records by id, label and key, as far as these are there. */
export async function openBareDirectory(
  reader: Reader,
  { model }: Pick<PlanContext, 'model'>,
  { entityBefore, fieldBefore }: FormerNames,
): Promise<Directory> {
  const read = async (entity: Entity): Promise<readonly Row[]> => {
    const from = entityBefore(entity.id);
    const columns = await reader.dialect.schema.columns(reader, from);
    if (columns.length === 0) return [];
    const names = entity.key === null ? [] : [fieldBefore(entity.id, entity.key), entity.key];
    const column = names.find((name) => columns.includes(name));
    const key = column === undefined ? 'NULL' : quoted(column);
    return reader.all(`SELECT "id", ${key} AS key FROM ${quoted(from)} WHERE "trashed_at" IS NULL`, []);
  };
  return directoryOf(reader, Object.values(model.entities), read, entityBefore);
}

async function directoryOf(
  reader: Reader,
  entities: readonly Entity[],
  rowsOf: (entity: Entity) => Promise<readonly Row[]>,
  storedAs: FormerNames['entityBefore'] = (entity) => entity,
): Promise<Directory> {
  const all = new Map<string, Known>();
  const stored = new Map<string, Known>();
  for (const entity of entities) {
    const known: Known = { names: new Map(), titles: new Map(), labels: new Map(), ids: new Set() };
    all.set(entity.id, known);
    stored.set(storedAs(entity.id), known);
    for (const row of await rowsOf(entity)) {
      const id = String(row['id']);
      known.ids.add(id);
      known.names.set(id, id);
      if (typeof row['key'] === 'string') known.names.set(row['key'], id);
      if (typeof row['title'] === 'string') addTitle(known.titles, row['title'], id);
    }
  }
  for (const { entity, label, record } of await reader.all('SELECT * FROM "_label"', [])) {
    const known = stored.get(String(entity));
    known?.labels.set(String(label), String(record));
    if (known?.ids.has(String(record)) === true) known.names.set(String(label), String(record));
  }
  const lines = await storedLines(reader, entities);
  return {
    lines: (name, record) => lines.get(name)?.get(record) ?? [],
    addLines: (name, record, ids) => void lines.get(name)?.set(record, ids),
    find: (entity, name) => all.get(entity)?.names.get(name) ?? all.get(entity)?.titles.get(name) ?? null,
    named: (entity, name) => all.get(entity)?.names.get(name) ?? null,
    labelled: (entity, label) => all.get(entity)?.labels.get(label) ?? null,
    isThere: (entity, id) => all.get(entity)?.ids.has(id) === true,
    add: (seed, id) => {
      const known = all.get(seed.entity.id);
      if (known === undefined) return;
      known.ids.add(id);
      known.names.set(id, id);
      if (seed.label !== null) known.names.set(seed.label, id);
      if (seed.key !== null) known.names.set(seed.key, id);
      const title = plainTitle(seed);
      if (title !== null) addTitle(known.titles, title, id);
    },
  };
}

/** The ids of the lines that fields of these entities refer to, by the name of the lines and the record. */
async function storedLines(
  reader: Reader,
  entities: readonly Entity[],
): Promise<ReadonlyMap<string, Map<string, readonly string[]>>> {
  const found = new Map<string, Map<string, readonly string[]>>();
  for (const name of linesReferredTo(entities)) {
    const columns = await reader.dialect.schema.columns(reader, name);
    const rows =
      columns.length === 0
        ? []
        : await reader.all(`SELECT "id", "record" FROM ${quoted(name)} ORDER BY "position"`, []);
    const byRecord = Map.groupBy(rows, ({ record }) => String(record));
    found.set(name, new Map([...byRecord].map(([record, own]) => [record, own.map(({ id }) => String(id))])));
  }
  return found;
}

/** The names of the lines that fields of these entities refer to: `order.rows`. */
export function linesReferredTo(entities: readonly Entity[]): ReadonlySet<string> {
  const fields = entities.flatMap((entity) => Object.values(entity.fields));
  const all = fields.flatMap((field) => [field, ...Object.values(innerFields(field))]);
  return new Set(all.flatMap((field) => (isLineReference(field) ? [childTable(field.to, field.toLines)] : [])));
}

/** Null marks a title that several records have. */
function addTitle(titles: Map<string, string | null>, title: string, id: string): void {
  const known = titles.get(title);
  titles.set(title, known === undefined || known === id ? id : null);
}

/** The title of a record whose title is made of its own texts. */
function plainTitle({ entity, values }: Pick<Seed, 'entity' | 'values'>): string | null {
  const texts = entity.title.map((part) => ('text' in part ? part.text : values[part.field]));
  return texts.length > 0 && texts.every((text) => typeof text === 'string') ? texts.join('').trim() : null;
}

/** What a data file names, and what it says beside. */
export interface Naming {
  readonly directory: Directory;
  /** The cells of the row, or the values of the line: a line is named within the record that another of them names. */
  readonly beside: { readonly [name: string]: Wire | undefined };
  /** Is told of every name that nothing has. */
  missing(name: string): void;
}

/** The value with every name of a record, and of a line, replaced by `{ id }`. */
export function resolved(field: Field, value: Wire, naming: Naming): Wire {
  const { directory, missing } = naming;
  const reference = (to: string, name: Wire): Wire => {
    const text = namedIn(name);
    if (text === '') return null;
    const id = directory.find(to, text);
    if (id === null) missing(text);
    return id === null ? null : { id };
  };
  if (isLineReference(field)) return resolvedReference(field, namedIn(value), naming);
  if (isOneReference(field)) return reference(field.to, value);
  if (!Array.isArray(value)) return value;
  if (isManyReferences(field))
    return value.map((name: Wire) => reference(field.to, name)).filter((item) => item !== null);
  if (!isLines(field)) return value;
  return value.map((line: Wire) => resolvedLine(field.fields, line, naming));
}

function namedIn(name: Wire): string {
  return typeof name === 'string' ? name.normalize('NFC').trim() : '';
}

/** A line by its id or its number in the record that is named beside it. */
function resolvedReference(field: LineReferenceField, name: string, { directory, beside, missing }: Naming): Wire {
  if (name === '') return null;
  const record = directory.find(field.to, namedIn(beside[recordBeside(field)] ?? null));
  const ids = record === null ? [] : directory.lines(childTable(field.to, field.toLines), record);
  const number = Number(/^#?(\d{1,9})(?:\s|$)/.exec(name)?.[1] ?? 0);
  const id = ids.find((one) => one === name) ?? ids[number - 1] ?? null;
  if (id === null && record !== null) missing(name); // of a record that nobody has it is told already
  return id === null ? null : { id };
}

function resolvedLine(fields: Readonly<Record<string, Field>>, line: Wire, naming: Naming): Wire {
  if (!isMap(line)) return line;
  const own = { ...naming, beside: line };
  const values = Object.entries(line).map(([name, value]): readonly [string, Wire] => {
    const inner = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return [name, inner ? resolved(inner, value ?? null, own) : (value ?? null)];
  });
  return Object.fromEntries(values);
}
