import {
  type Entity,
  type Field,
  isLines,
  isManyReferences,
  isMap,
  isOneReference,
  type Scope,
  type Wire,
} from '@ninefold/model';
import type { Reader } from '../storage/database/database.ts';
import { quoted } from '../storage/sql/names.ts';
import type { Row } from '../storage/sql/sql-value.ts';
import { name, raw, sql, table, valuesOf } from '../storage/sql/sql.ts';
import type { PlanContext } from '../records/context/context.ts';
import { titleText } from '../records/views/titles.ts';
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
export async function openBareDirectory(reader: Reader, { model }: Pick<PlanContext, 'model'>): Promise<Directory> {
  return directoryOf(reader, Object.values(model.entities), async (entity) => {
    const columns = await reader.dialect.schema.columns(reader, entity.id);
    if (columns.length === 0) return [];
    const key = entity.key !== null && columns.includes(entity.key) ? quoted(entity.key) : 'NULL';
    return reader.all(`SELECT "id", ${key} AS key FROM ${quoted(entity.id)} WHERE "trashed_at" IS NULL`, []);
  });
}

async function directoryOf(
  reader: Reader,
  entities: readonly Entity[],
  rowsOf: (entity: Entity) => Promise<readonly Row[]>,
): Promise<Directory> {
  const all = new Map<string, Known>();
  for (const entity of entities) {
    const known: Known = { names: new Map(), titles: new Map(), labels: new Map(), ids: new Set() };
    all.set(entity.id, known);
    for (const row of await rowsOf(entity)) {
      const id = String(row['id']);
      known.ids.add(id);
      known.names.set(id, id);
      if (typeof row['key'] === 'string') known.names.set(row['key'], id);
      if (typeof row['title'] === 'string') addTitle(known.titles, row['title'], id);
    }
  }
  for (const { entity, label, record } of await reader.all('SELECT * FROM "_label"', [])) {
    const known = all.get(String(entity));
    known?.labels.set(String(label), String(record));
    if (known?.ids.has(String(record)) === true) known.names.set(String(label), String(record));
  }
  return {
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

/** The value with every name of a record replaced by `{ id }`; names that no record has are passed to `missing`. */
export function resolved(directory: Directory, field: Field, value: Wire, missing: (name: string) => void): Wire {
  const reference = (to: string, name: Wire): Wire => {
    const text = typeof name === 'string' ? name.normalize('NFC').trim() : '';
    if (text === '') return null;
    const id = directory.find(to, text);
    if (id === null) missing(text);
    return id === null ? null : { id };
  };
  if (isOneReference(field)) return reference(field.to, value);
  if (!Array.isArray(value)) return value;
  if (isManyReferences(field))
    return value.map((name: Wire) => reference(field.to, name)).filter((item) => item !== null);
  if (!isLines(field)) return value;
  return value.map((line: Wire) => resolvedLine(directory, field.fields, line, missing));
}

function resolvedLine(
  directory: Directory,
  fields: Readonly<Record<string, Field>>,
  line: Wire,
  missing: (name: string) => void,
): Wire {
  if (!isMap(line)) return line;
  const values = Object.entries(line).map(([name, value]): readonly [string, Wire] => {
    const inner = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return [name, inner ? resolved(directory, inner, value ?? null, missing) : (value ?? null)];
  });
  return Object.fromEntries(values);
}
