import {
  type Entity,
  type Field,
  idOf,
  isLines,
  isList,
  isManyReferences,
  isOneReference,
  type RecordValue,
  type Rights,
  type Scope,
  type Wire,
} from '@ninefold/model';
import { all, column, raw, sql, table, value, valuesOf, type Sql } from '../../../storage/sql/sql.ts';
import type { Reader } from '../../../storage/database/database.ts';
import type { Context } from '../../context/context.ts';
import { isPlain } from '../../context/body.ts';
import { granted } from '../../views/conditions.ts';
import { titleText } from '../../views/titles.ts';

/** Gives references a `title` by which an import finds them again: none where only the id does. */
export type NameReferences = (reader: Reader, records: readonly RecordValue[]) => Promise<readonly RecordValue[]>;

/** Names for the records of one entity as one reader sees them; what several share is looked up once. */
export function nameReferences(context: Context, rights: Rights, entity: Entity, scope: Scope): NameReferences {
  const shared = new Map<string, Promise<ReadonlySet<string>>>();
  const namesIn = async (
    reader: Reader,
    to: string,
    ids: ReadonlySet<string>,
  ): Promise<ReadonlyMap<string, string>> => {
    const target = context.model.entities[to];
    if (!target || ids.size === 0) return new Map();
    const seen = shared.get(to) ?? sharedTitles(context, rights, { target, scope, reader });
    shared.set(to, seen);
    const titles = await titlesOf(context, rights, { target, scope, reader, ids });
    const several = await seen;
    return new Map([...titles].filter(([, title]) => !several.has(title) && isPlainName(title)));
  };
  return async (reader, records) => {
    const mentioned = mentionedIn(entity, records);
    const names = new Map<string, ReadonlyMap<string, string>>();
    for (const [to, ids] of mentioned) names.set(to, await namesIn(reader, to, ids));
    return records.map((record) => ({ ...record, ...renamed(entity.fields, record, names) }));
  };
}

/** A name in a list of names, as text in a cell that is trimmed. */
function isPlainName(title: string): boolean {
  return title !== '' && title === title.trim() && !title.includes(';');
}

function visible(context: Context, rights: Rights, target: Entity): Sql {
  return all([
    sql`t."trashed_at" IS NULL`,
    granted(context, rights, { entity: target, verbs: ['read', 'refer'], alias: 't' }),
  ]);
}

/** Whose titles are read, and for whom. */
interface Titled {
  readonly target: Entity;
  readonly scope: Scope;
  readonly reader: Reader;
}

async function titlesOf(
  context: Context,
  rights: Rights,
  { target, scope, reader, ids }: Titled & { readonly ids: ReadonlySet<string> },
): Promise<ReadonlyMap<string, string>> {
  const title = titleText(context, target, 't', rights);
  const listed = raw(context.dialect.items('names'), value(context.dialect.list([...ids])));
  const rows = all([sql`t."id" IN (SELECT "value" FROM ${listed})`, visible(context, rights, target)]);
  const statement = sql`SELECT t."id" AS id, ${title} AS title FROM ${table(target.id)} t WHERE ${rows}`;
  const found = await reader.all(statement, valuesOf(statement, scope));
  return new Map(found.flatMap(({ id, title }) => (typeof title === 'string' ? [[String(id), title] as const] : [])));
}

/** Titles that several records have, or that are the key of another one. */
async function sharedTitles(
  context: Context,
  rights: Rights,
  { target, scope, reader }: Titled,
): Promise<ReadonlySet<string>> {
  const own = table(target.id);
  const title = titleText(context, target, 't', rights);
  const rows = sql`SELECT t."id" AS id, ${title} AS title FROM ${own} t WHERE ${visible(context, rights, target)}`;
  const key =
    target.key === null
      ? raw('')
      : sql` OR EXISTS (SELECT 1 FROM ${own} k WHERE ${column('k', target.key)} = n.title AND k."id" <> n.first)`;
  const grouped = sql`SELECT r.title, count(*) AS several, min(r.id) AS first FROM (${rows}) r GROUP BY r.title`;
  const statement = sql`SELECT n.title FROM (${grouped}) n WHERE n.several > 1${key}`;
  const found = await reader.all(statement, valuesOf(statement, scope));
  return new Set(found.map(({ title }) => String(title)));
}

function mentionedIn(entity: Entity, records: readonly RecordValue[]): ReadonlyMap<string, ReadonlySet<string>> {
  const mentioned = new Map<string, Set<string>>();
  const add = (to: string, value: Wire): void => {
    const id = idOf(value);
    if (id !== null) mentioned.set(to, (mentioned.get(to) ?? new Set<string>()).add(id));
  };
  const look = (fields: Readonly<Record<string, Field>>, values: Readonly<Record<string, Wire | undefined>>): void => {
    for (const field of Object.values(fields)) {
      const value = values[field.id] ?? null;
      if (isOneReference(field)) add(field.to, value);
      if (!isList(value)) continue;
      for (const item of value) {
        if (isManyReferences(field)) add(field.to, item);
        if (isLines(field) && isPlain(item)) look(field.fields, item);
      }
    }
  };
  for (const record of records) look(entity.fields, record);
  return mentioned;
}

type Names = ReadonlyMap<string, ReadonlyMap<string, string>>;

function renamed(
  fields: Readonly<Record<string, Field>>,
  values: Readonly<Record<string, Wire | undefined>>,
  names: Names,
): Readonly<Record<string, Wire | undefined>> {
  const entries = Object.entries(values).map(([name, value]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return [name, field && value !== undefined ? renamedValue(field, value, names) : value] as const;
  });
  return Object.fromEntries(entries);
}

function renamedValue(field: Field, value: Wire, names: Names): Wire {
  if (isOneReference(field)) return namedReference(field.to, value, names);
  if (!isList(value)) return value;
  return value.map((item) => {
    if (isManyReferences(field)) return namedReference(field.to, item, names);
    return isLines(field) && isPlain(item) ? renamed(field.fields, item, names) : item;
  });
}

function namedReference(to: string, value: Wire, names: Names): Wire {
  const id = idOf(value);
  if (id === null) return value;
  const title = names.get(to)?.get(id);
  return title === undefined ? { id } : { id, title };
}
