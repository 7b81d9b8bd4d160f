import { TREE_LISTS } from '@ninefold/model';
import { aboveSql, belowSql, wholeSql, type Tree } from '../relations/trees.ts';
import type { Context } from './context.ts';
import { SqlRefused } from './refused.ts';
import { column, name, type Sql, sql } from '../sql/sql.ts';

/** What stands above or below a record, as rows of a subselect. */
export function treeRows(
  tree: Tree,
  list: string,
  owner: Sql,
  alias: string,
): { readonly from: Sql; readonly order: Sql } {
  const rows =
    list === TREE_LISTS.ancestors
      ? aboveSql(tree, sql`s."id" = ${owner}`)
      : belowSql(tree, sql`s.${name(tree.parent)} = ${owner}`);
  const placed = sql`SELECT "id", row_number() OVER (ORDER BY "depth", "id") AS "position" FROM (${rows}) AS "levels"`;
  return { from: sql`(${placed}) AS ${name(alias)}`, order: column(alias, 'position') };
}

/** Whether a record stands below one that is known beforehand, or is it: asked from above, once for all rows, so that an index finds them. */
export function isWithin(tree: Tree, record: Sql, above: Sql): Sql {
  return sql`${record} IN (${wholeSql(tree, sql`s."id" = ${above}`)})`;
}

/** A caller's own condition needs the right to read the parent of every record. */
export function refuseHiddenTree({ entity, parent }: Tree, { readable }: Context): void {
  if (readable && readable(entity.id, parent) !== true) throw new SqlRefused('field', `${entity.id}.${parent}`);
}
