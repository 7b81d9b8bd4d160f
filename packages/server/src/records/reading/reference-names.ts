import { idOf, type Entity, type Field, type RecordValue, type Rights, type Scope, type Wire } from '@ninefold/model';
import { quoted } from '../../storage/names.ts';
import type { Context } from '../context.ts';
import { isPlain } from '../writing/body.ts';
import { every, granted, join, sql, wrap, type Sql } from './sql.ts';
import { titleText } from './titles.ts';

/** Gives references a `title` by which an import finds them again: none where only the id does. */
export type NameReferences = (records: readonly RecordValue[]) => Promise<readonly RecordValue[]>;

/** Names for the records of one entity as one reader sees them; what several share is looked up once. */
export function nameReferences(context: Context, rights: Rights, entity: Entity, scope: Scope): NameReferences {
  const shared = new Map<string, Promise<ReadonlySet<string>>>();
  const namesIn = async (to: string, ids: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> => {
    const target = context.model.entities[to];
    if (!target || ids.size === 0) return new Map();
    const seen = shared.get(to) ?? sharedTitles(context, rights, target, scope);
    shared.set(to, seen);
    const titles = await titlesOf(context, rights, target, scope, ids);
    const several = await seen;
    return new Map([...titles].filter(([, title]) => !several.has(title) && isPlainName(title)));
  };
  return async (records) => {
    const mentioned = mentionedIn(entity, records);
    const names = new Map<string, ReadonlyMap<string, string>>();
    for (const [to, ids] of mentioned) names.set(to, await namesIn(to, ids));
    return records.map((record) => renamed(entity.fields, record, names) as RecordValue);
  };
}

/** A name in a list of names, as text in a cell that is trimmed. */
function isPlainName(title: string): boolean {
  return title !== '' && title === title.trim() && !title.includes(';');
}

function visible(context: Context, rights: Rights, target: Entity): Sql {
  return every([sql('t."trashed_at" IS NULL'), granted(context, rights, target, ['read', 'refer'], 't')]);
}

async function titlesOf(
  context: Context,
  rights: Rights,
  target: Entity,
  scope: Scope,
  ids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const list = `(SELECT "value" FROM ${context.dialect.items('names')})`;
  const title = wrap('SELECT t."id" AS id, ', titleText(context, target, 't'), ' AS title');
  const listed = sql(` FROM ${quoted(target.id)} t WHERE t."id" IN ${list} AND (`, context.dialect.list([...ids]));
  const statement = join([title, listed, wrap('', visible(context, rights, target), ')')], '');
  const rows = await context.db.read.all(statement.text, statement.values(scope));
  return new Map(rows.flatMap(({ id, title }) => (typeof title === 'string' ? [[String(id), title] as const] : [])));
}

/** Titles that several records have, or that are the key of another one. */
async function sharedTitles(
  context: Context,
  rights: Rights,
  target: Entity,
  scope: Scope,
): Promise<ReadonlySet<string>> {
  const table = quoted(target.id);
  const title = wrap('SELECT t."id" AS id, ', titleText(context, target, 't'), ` AS title FROM ${table} t`);
  const rows = join([title, visible(context, rights, target)], ' WHERE ');
  const key =
    target.key === null
      ? ''
      : ` OR EXISTS (SELECT 1 FROM ${table} k WHERE k.${quoted(target.key)} = n.title AND k."id" <> n.first)`;
  const grouped = wrap('SELECT r.title, count(*) AS several, min(r.id) AS first FROM (', rows, ') r GROUP BY r.title');
  const statement = wrap('SELECT n.title FROM (', grouped, `) n WHERE n.several > 1${key}`);
  const found = await context.db.read.all(statement.text, statement.values(scope));
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
      if (field.type === 'reference') add(field.to, value);
      if (!Array.isArray(value)) continue;
      for (const item of value as readonly Wire[]) {
        if (field.type === 'references') add(field.to, item);
        if (field.type === 'lines' && isPlain(item)) look(field.fields, item);
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
  if (field.type === 'reference') return namedReference(field.to, value, names);
  if (!Array.isArray(value)) return value;
  return (value as readonly Wire[]).map((item): Wire => {
    if (field.type === 'references') return namedReference(field.to, item, names);
    return field.type === 'lines' && isPlain(item)
      ? (renamed(field.fields, item, names) as Readonly<Record<string, Wire>>)
      : item;
  });
}

function namedReference(to: string, value: Wire, names: Names): Wire {
  const id = idOf(value);
  if (id === null) return value;
  const title = names.get(to)?.get(id);
  return title === undefined ? { id } : { id, title };
}
