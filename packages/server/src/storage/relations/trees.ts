import { TREE_LISTS, type Entity, type Model } from '@ninefold/model';
import { name, raw, sql, table, type Sql } from '../sql/sql.ts';

/** An entity whose records form a tree, and the reference to the parent. */
export interface Tree {
  readonly entity: Entity;
  readonly parent: string;
}

/** The most levels that are looked at: what was stored before the entity became a tree may go in a circle. */
const LEVELS = raw('1000');

/** The tree that a name is a list of (`TREE_LISTS`), seen from `entity`; null where it is none. */
export function treeOfList(model: Model, entity: string, name: string): Tree | null {
  const found = Object.hasOwn(model.entities, entity) ? model.entities[entity] : undefined;
  const isList = Object.values(TREE_LISTS).some((list) => list === name);
  return isList && found && found.tree !== null ? { entity: found, parent: found.tree } : null;
}

/** Rows `start`, `id`, `depth`: what stands above each of some records, the parent first at depth 1. `starts` is a condition on the record `s`. */
export function aboveSql({ entity, parent }: Tree, starts: Sql): Sql {
  const [rows, up] = [table(entity.id), name(parent)];
  return sql`WITH RECURSIVE "up"("start", "id", "depth") AS (SELECT s."id", s.${up}, 1 FROM ${rows} AS s WHERE ${starts} AND s.${up} IS NOT NULL UNION ALL SELECT u."start", n.${up}, u."depth" + 1 FROM "up" AS u JOIN ${rows} AS n ON n."id" = u."id" WHERE n.${up} IS NOT NULL AND u."depth" < ${LEVELS}) SELECT "start", "id", "depth" FROM "up"`;
}

/** The same of what stands below, children first, without trashed records. `starts` is a condition on the children `s`. */
export function belowSql({ entity, parent }: Tree, starts: Sql): Sql {
  const [rows, up] = [table(entity.id), name(parent)];
  return sql`WITH RECURSIVE "down"("start", "id", "depth") AS (SELECT s.${up}, s."id", 1 FROM ${rows} AS s WHERE ${starts} AND s."trashed_at" IS NULL UNION ALL SELECT d."start", n."id", d."depth" + 1 FROM "down" AS d JOIN ${rows} AS n ON n.${up} = d."id" WHERE d."depth" < ${LEVELS} AND n."trashed_at" IS NULL) SELECT "start", "id", "depth" FROM "down"`;
}

/** The `id` of a record and of all that stands below it, trashed or not. `starts` is a condition on the record `s`. */
export function wholeSql({ entity, parent }: Tree, starts: Sql): Sql {
  const [rows, up] = [table(entity.id), name(parent)];
  return sql`WITH RECURSIVE "down"("id", "depth") AS (SELECT s."id", 0 FROM ${rows} AS s WHERE ${starts} UNION ALL SELECT n."id", d."depth" + 1 FROM "down" AS d JOIN ${rows} AS n ON n.${up} = d."id" WHERE d."depth" < ${LEVELS}) SELECT "id" FROM "down"`;
}
