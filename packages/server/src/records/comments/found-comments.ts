import {
  canEverRead,
  canEverReadComments,
  isManyReferences,
  readsInternal,
  type Entity,
  type Expression,
  type FoundCommentsAnswer,
  type Model,
  type Rights,
  type UnreadAnswer,
} from '@ninefold/model';
import type { Reader } from '../../storage/database/database.ts';
import type { Row, SqlValue } from '../../storage/sql/sql-value.ts';
import { all, any, raw, sql, table, value, valuesOf, type Sql } from '../../storage/sql/sql.ts';
import { wordsOf } from '../../storage/search/search-text.ts';
import { scopeOf, type Context } from '../context/context.ts';
import type { Caller } from '../context/records.ts';
import { withRefusedSql } from '../reading/lists/list-filter.ts';
import type { RecordServices } from '../services/write-context.ts';
import { granted } from '../views/conditions.ts';
import { parseWhere, whereSql } from '../views/where.ts';
import { seenBy } from './rows.ts';

const MOST = 50;

/** A comment `c` on a record `t` that the caller may read. */
interface FoundIn {
  readonly entity: Entity;
  readonly rows: readonly Row[];
}

/** `GET /_/comments?search=`: newest first. */
export async function findComments(
  services: RecordServices,
  caller: Caller,
  search: string,
): Promise<FoundCommentsAnswer> {
  const words = wordsOf(search);
  if (words.length === 0) return { items: [], more: false };
  const { dialect } = services.context;
  const has = words.map((word) => raw(dialect.contains('c."_search"', '?'), value(word)));
  const statement = (seen: Sql): Sql =>
    sql`SELECT c."id", c."record", c."at", c."by", c."text" FROM ${table('_comment')} c ${seen} AND ${all([raw('c."text" IS NOT NULL'), ...has])} ORDER BY c."id" DESC LIMIT ${raw(String(MOST + 1))}`;
  return overAll(services, caller, statement, async (found, reader) => {
    const newest = newestOf(found, 'id');
    const titled = await titlesIn(services, caller, reader, newest);
    const items = newest.map(({ entity, row }) => ({
      entity: entity.id,
      record: titled(entity.id, row['record']),
      id: String(row['id']),
      at: String(row['at']),
      by: row['by'] === null ? null : titled('user', row['by']),
      text: String(row['text']),
    }));
    return { items: items.slice(0, MOST), more: items.length > MOST };
  });
}

/** `GET /_/unread` */
export async function unreadConversations(services: RecordServices, caller: Caller): Promise<UnreadAnswer> {
  const me = value(caller.me.id);
  const mentioned = sql`max(CASE WHEN c."mentions" LIKE ${value(`%"${caller.me.id}"%`)} THEN 1 ELSE 0 END) AS "mentioned"`;
  const statement = (seen: Sql, entity: Entity): Sql =>
    sql`SELECT c."record", count(*) AS n, max(c."id") AS "last", max(c."at") AS "at", ${mentioned}
      FROM (${followedBy(services.context, caller, entity)}) f JOIN ${table('_comment')} c ON c."record" = f."record" AND c."id" > f."seen" ${seen}
      AND c."text" IS NOT NULL AND (c."by" IS NULL OR c."by" <> ${me})
      GROUP BY c."record" ORDER BY max(c."id") DESC LIMIT ${raw(String(MOST + 1))}`;
  return overAll(services, caller, statement, async (found, reader) => {
    const newest = newestOf(found, 'last');
    const titled = await titlesIn(services, caller, reader, newest);
    const items = newest.map(({ entity, row }) => ({
      entity: entity.id,
      record: titled(entity.id, row['record']),
      unread: Number(row['n']),
      mentioned: Number(row['mentioned']) === 1,
      at: String(row['at']),
    }));
    return { items: items.slice(0, MOST), more: items.length > MOST };
  });
}

/** The records of an entity that the caller follows, with the newest comment that they have seen: they began to, or a field that they may read names them. */
function followedBy(context: Context, { me, rights }: Caller, entity: Entity): Sql {
  const person = value(me.id);
  const own = sql`SELECT f."record", f."seen" FROM ${table('_follower')} f
    WHERE f."person" = ${person} AND f."entity" = ${value(entity.id)} AND f."follows" IS NOT NULL AND f."follows" <> 'stopped'`;
  const fields = (entity.comments?.follow ?? []).filter((field) => canEverRead(rights, entity, field));
  if (fields.length === 0) return own;
  const named = any(
    fields.map((field) => whereSql(context, entity, rights, namesUser(context.model, rights, entity, field))),
  );
  return sql`${own} UNION ALL SELECT t."id" AS "record", coalesce(f."seen", '') AS "seen" FROM ${table(entity.id)} t
    LEFT JOIN ${table('_follower')} f ON f."record" = t."id" AND f."person" = ${person} WHERE f."follows" IS NULL AND ${named}`;
}

/** Whether a field of people names the reader, as a condition of a list. */
function namesUser(model: Model, rights: Rights, entity: Entity, field: string): Expression {
  const source = isManyReferences(entity.fields[field]) ? `user in record.${field}` : `record.${field} == user`;
  return parseWhere(model, rights, entity, source);
}

/** Asks the same of each entity whose comments the caller may read; `seen` joins the record `t` and narrows both to what they may read. */
async function overAll<T>(
  { context }: RecordServices,
  caller: Caller,
  statement: (seen: Sql, entity: Entity) => Sql,
  answer: (found: readonly FoundIn[], reader: Reader) => Promise<T>,
): Promise<T> {
  const entities = Object.values(context.model.entities).filter((one) => canEverReadComments(caller.rights, one));
  const scope = scopeOf(context, caller);
  return withRefusedSql(() =>
    context.db.survey(caller.me.id, async (reader) => {
      const found: FoundIn[] = [];
      for (const entity of entities) {
        const asked = statement(seenIn(context, caller, entity), entity);
        found.push({ entity, rows: await reader.all(asked, valuesOf(asked, scope)) });
      }
      return answer(found, reader);
    }),
  );
}

function seenIn(context: Context, { rights }: Caller, entity: Entity): Sql {
  const readable = granted(context, rights, { entity, verbs: ['read'], alias: 't' });
  const rows = all([
    raw('t."trashed_at" IS NULL'),
    readable,
    sql`c."entity" = ${value(entity.id)}`,
    seenBy(readsInternal(rights, entity), 'c'),
  ]);
  return sql`JOIN ${table(entity.id)} t ON t."id" = c."record" WHERE ${rows}`;
}

interface Newest {
  readonly entity: Entity;
  readonly row: Row;
}

function newestOf(found: readonly FoundIn[], by: string): readonly Newest[] {
  const text = ({ row }: Newest): string => String(row[by]);
  const rows = found.flatMap(({ entity, rows: own }) => own.map((row) => ({ entity, row })));
  return rows.toSorted((a, b) => (text(a) < text(b) ? 1 : -1)).slice(0, MOST + 1);
}

/** Names of the records and their people, as the caller may see them. */
async function titlesIn(services: RecordServices, caller: Caller, reader: Reader, found: readonly Newest[]) {
  const wanted = new Map<string, Set<string>>();
  const want = (entity: string, id: SqlValue | undefined): void => {
    if (typeof id === 'string') wanted.set(entity, (wanted.get(entity) ?? new Set()).add(id));
  };
  for (const { entity, row } of found) {
    want(entity.id, row['record']);
    want('user', row['by']);
  }
  const view = services.views.of(caller.rights)('user');
  const scope = scopeOf(services.context, caller);
  const titles = new Map<string, ReadonlyMap<string, string>>();
  for (const [entity, ids] of wanted) titles.set(entity, await view.titles(reader, entity, [...ids], scope));
  return (entity: string, id: SqlValue | undefined) => {
    const title = titles.get(entity)?.get(String(id));
    return title === undefined ? { id: String(id) } : { id: String(id), title };
  };
}
