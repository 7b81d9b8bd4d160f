import { TREE_LISTS } from '@ninefold/model';
import { quoted } from '../names.ts';
import { aboveSql, belowSql, wholeSql, type Tree } from '../trees.ts';
import type { Context } from './context.ts';
import { SqlRefused } from './refused.ts';
import { column, name, raw, type Sql, sql } from './sql.ts';

function around({ text, params }: Sql, write: (starts: string) => string): Sql {
  return { text: write(text), params };
}

/** What stands above or below a record, as rows of a subselect. */
export function treeRows(
  tree: Tree,
  list: string,
  owner: Sql,
  alias: string,
): { readonly from: Sql; readonly order: Sql } {
  const rows =
    list === TREE_LISTS.ancestors
      ? around(sql`s."id" = ${owner}`, (starts) => aboveSql(tree, starts))
      : around(sql`${raw(`s.${quoted(tree.parent)}`)} = ${owner}`, (starts) => belowSql(tree, starts));
  const placed = sql`SELECT "id", row_number() OVER (ORDER BY "depth", "id") AS "position" FROM (${rows}) AS "levels"`;
  return { from: sql`(${placed}) AS ${name(alias)}`, order: column(alias, 'position') };
}

/** Whether a record stands below one that is known beforehand, or is it: asked from above, once for all rows, so that an index finds them. */
export function isWithin(tree: Tree, record: Sql, above: Sql): Sql {
  return sql`${record} IN (${around(sql`s."id" = ${above}`, (starts) => wholeSql(tree, starts))})`;
}

/** A caller's own condition needs the right to read the parent of every record. */
export function refuseHiddenTree({ entity, parent }: Tree, { readable }: Context): void {
  if (readable && readable(entity.id, parent) !== true) throw new SqlRefused('field', `${entity.id}.${parent}`);
}
