import type { Field, Scope, Wire } from '@ninefold/model';
import type { Reader } from '../storage/database.ts';
import { quoted } from '../storage/names.ts';
import type { Ground } from '../records/context.ts';
import { wrap } from '../records/reading/sql.ts';
import { titleText } from '../records/reading/titles.ts';
import type { Seed } from './seeds.ts';

/** Who is meant by a name in a data file. */
export interface Directory {
  /** The id of the record of this entity with this id, label, key or unmistakable title; null where there is none. */
  find(entity: string, name: string): string | null;
  add(seed: Seed, id: string): void;
}

/** Knows every record that is stored, by id, label, key and title. */
export async function openDirectory(reader: Reader, ground: Ground, scope: Scope): Promise<Directory> {
  const names = new Map<string, Map<string, string>>();
  const titles = new Map<string, Map<string, string | null>>();
  for (const entity of Object.values(ground.model.entities)) {
    const known = new Map<string, string>();
    names.set(entity.id, known);
    titles.set(entity.id, new Map());
    const key = entity.key === null ? 'NULL' : quoted(entity.key);
    const from = ` AS title FROM ${quoted(entity.id)} t WHERE "trashed_at" IS NULL`;
    const statement = wrap(`SELECT "id", ${key} AS key, `, titleText(ground, entity, 't'), from);
    const rows = await reader.all(statement.text, statement.values(scope));
    for (const { id, key: name, title } of rows) {
      known.set(String(id), String(id));
      if (typeof name === 'string') known.set(name, String(id));
      if (typeof title === 'string') addTitle(titles.get(entity.id), title, String(id));
    }
  }
  for (const { entity, label, record } of await reader.all('SELECT * FROM "_label"', []))
    names.get(String(entity))?.set(String(label), String(record));
  return {
    find: (entity, name) => names.get(entity)?.get(name) ?? titles.get(entity)?.get(name) ?? null,
    add: (seed, id) => {
      const known = names.get(seed.entity.id);
      known?.set(id, id);
      if (seed.label !== null) known?.set(seed.label, id);
      if (seed.key !== null) known?.set(seed.key, id);
      const title = plainTitle(seed);
      if (title !== null) addTitle(titles.get(seed.entity.id), title, id);
    },
  };
}

/** Null marks a title that several records have. */
function addTitle(titles: Map<string, string | null> | undefined, title: string, id: string): void {
  const known = titles?.get(title);
  titles?.set(title, known === undefined || known === id ? id : null);
}

/** The title of a record whose title is made of its own texts. */
function plainTitle({ entity, values }: Seed): string | null {
  const texts = entity.title.map((part) => ('text' in part ? part.text : values[part.field]));
  return texts.length > 0 && texts.every((text) => typeof text === 'string') ? texts.join('').trim() : null;
}

/** The value with every name of a record replaced by `{ id }`; names nobody has are handed to `missing`. */
export function resolved(directory: Directory, field: Field, value: Wire, missing: (name: string) => void): Wire {
  const reference = (to: string, name: Wire): Wire => {
    const text = typeof name === 'string' ? name.normalize('NFC').trim() : '';
    if (text === '') return null;
    const id = directory.find(to, text);
    if (id === null) missing(text);
    return id === null ? null : { id };
  };
  if (field.type === 'reference') return reference(field.to, value);
  if (!Array.isArray(value)) return value;
  if (field.type === 'references')
    return value.map((name: Wire) => reference(field.to, name)).filter((item) => item !== null);
  if (field.type !== 'lines') return value;
  return value.map((line: Wire) => resolvedLine(directory, field.fields, line, missing));
}

function resolvedLine(
  directory: Directory,
  fields: Readonly<Record<string, Field>>,
  line: Wire,
  missing: (name: string) => void,
): Wire {
  if (typeof line !== 'object' || line === null || Array.isArray(line)) return line;
  const values = Object.entries(line as Readonly<Record<string, Wire>>).map(
    ([name, value]): readonly [string, Wire] => {
      const inner = Object.hasOwn(fields, name) ? fields[name] : undefined;
      return [name, inner ? resolved(directory, inner, value, missing) : value];
    },
  );
  return Object.fromEntries(values);
}
