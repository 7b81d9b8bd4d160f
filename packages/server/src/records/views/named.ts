import { type Entity, type Rights, memoized, memoizedWeakly } from '@ninefold/model';
import { all, any, argument, column, FALSE, fromOne, raw, sql, table, TRUE, type Sql } from '../../storage/sql/sql.ts';
import { entityOf, type PlanContext } from '../context/context.ts';
import { granted } from './conditions.ts';
import { rowsNaming } from './field-access.ts';
import { titleText } from './titles.ts';

/** How a record is found by what names it, among those that a set of roles may read or refer to. Each statement answers `id`. */
export interface NamedLookup {
  /** Takes an id. */
  readonly byId: Sql;
  /** Takes a list of ids. */
  readonly byIds: Sql;
  /** Takes a list of ids and keys; also answers `key`, NULL where these roles may not know it. */
  readonly byNames: Sql;
  /** Takes an id or a key. At most two records. */
  readonly byName: Sql;
  /** Takes a title. At most two records. */
  readonly byTitle: Sql;
}

/** Planned once for each entity and set of roles. */
export const namedLookup = memoizedWeakly((context: PlanContext) =>
  memoizedWeakly((rights: Rights) =>
    memoized((entity: string) => planNamed(context, rights, entityOf(context, entity))),
  ),
);

function planNamed(context: PlanContext, rights: Rights, entity: Entity): NamedLookup {
  const visible = all([
    sql`t."trashed_at" IS NULL`,
    granted(context, rights, { entity, verbs: ['read', 'refer'], alias: 't' }),
  ]);
  const naming = rowsNaming(context, entity, rights, 't');
  const key = entity.key === null ? raw('NULL') : column('t', entity.key);
  const list = raw(context.dialect.items('names'), argument(0));
  const listed = sql`t."id" IN (SELECT "value" FROM ${list})`;
  const isKey = (condition: Sql): Sql => (entity.key === null ? FALSE : all([condition, naming]));
  const from = sql`FROM ${table(entity.id)} t`;
  const found = (condition: Sql): Sql => sql`${from} WHERE ${all([condition, visible])}`;
  const shownKey = naming === TRUE ? key : sql`CASE WHEN ${naming} THEN ${key} END`;
  return {
    byId: sql`SELECT t."id" ${fromOne(entity.id, 'id', argument(0), visible)}`,
    byIds: sql`SELECT t."id" ${found(listed)}`,
    byNames: sql`SELECT t."id" AS id, ${shownKey} AS key ${found(any([listed, isKey(sql`${key} IN (SELECT "value" FROM ${list})`)]))}`,
    byName: sql`SELECT t."id" ${found(any([sql`t."id" = ${argument(0)}`, isKey(sql`${key} = ${argument(0)}`)]))} ORDER BY t."id" LIMIT 2`,
    byTitle: sql`SELECT t."id" ${found(sql`${titleText(context, entity, 't', rights)} = ${argument(0)}`)} ORDER BY t."id" LIMIT 2`,
  };
}
