import { canEverRead, idOf, type RecordPath, type RecordValue, type Scope } from '@ninefold/model';
import { aboveSql } from '../../storage/relations/trees.ts';
import type { Reader } from '../../storage/database/database.ts';
import { all, raw, sql, table, value, valuesOf } from '../../storage/sql/sql.ts';
import { scopeOf, type Context } from '../context/context.ts';
import type { Caller } from '../context/records.ts';
import { answerRows } from '../views/answer.ts';
import type { View } from '../views/view.ts';
import type { Views } from '../views/views.ts';
import { readRecord } from './read-record.ts';

/** So many levels above a record are told. */
const MOST = 10;
const NEAREST = raw(String(MOST));

/**
 * `GET /_/path/<entity>/<id>`: what stands above a record of a tree, the highest first. It begins below the first record that the
 * caller may not read, or of which they may not read the parent. Empty for an entity that is no tree.
 */
export async function recordPath(
  context: Context,
  views: Views,
  { caller, entity, idOrKey }: { readonly caller: Caller; readonly entity: string; readonly idOrKey: string },
): Promise<RecordPath> {
  const view = views.view(caller.rights, entity);
  const { tree } = view.entity;
  const parent = tree !== null && canEverRead(caller.rights, view.entity, tree) ? tree : null;
  const params = new URLSearchParams({ select: parent === null ? 'id' : `id,${parent}` });
  const record = await readRecord(context, views, { caller, entity, idOrKey, params });
  if (parent === null || idOf(record[parent]) === null) return { items: [] };
  const { read } = context.db;
  const found = await readableAbove(read, { view, parent, id: record.id }, scopeOf(context, caller));
  return { items: wayUp(record, parent, found).map(({ id, title }) => ({ id, title })) };
}

/** Those records above one that may be read, in no order. */
async function readableAbove(
  reader: Reader,
  { view, parent, id }: { readonly view: View; readonly parent: string; readonly id: string },
  scope: Scope,
): Promise<ReadonlyMap<string, RecordValue>> {
  const { entity } = view;
  const levels = aboveSql({ entity, parent }, sql`s."id" = ${value(id)}`);
  const above = sql`SELECT "id" FROM (${levels}) AS "levels" WHERE "depth" <= ${NEAREST}`;
  const readable = all([sql`t."id" IN (${above})`, sql`t."trashed_at" IS NULL`, view.rows]);
  const statement = sql`SELECT ${view.columns} FROM ${table(entity.id)} t WHERE ${readable}`;
  const rows = await reader.all(statement, valuesOf(statement, scope));
  const records = await answerRows(view, reader, rows, scope);
  return new Map(records.map((record) => [record.id, record]));
}

/** From parent to parent, each as the record below it tells the caller; the highest first. */
function wayUp(record: RecordValue, parent: string, found: ReadonlyMap<string, RecordValue>): readonly RecordValue[] {
  const way: RecordValue[] = [];
  let next = found.get(idOf(record[parent]) ?? '');
  while (next !== undefined && !way.includes(next) && next.id !== record.id && way.length < MOST) {
    way.unshift(next);
    next = found.get(idOf(next[parent]) ?? '');
  }
  return way;
}
