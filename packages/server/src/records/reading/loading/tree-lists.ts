import { TREE_LISTS } from '@ninefold/model';
import { quoted } from '../../../storage/names.ts';
import { aboveSql, belowSql, type Tree } from '../../../storage/trees.ts';

export interface TreeLoad {
  /** Takes a list of ids; gives `record`, one of them, and the `id` of each record above or below it, in order. */
  readonly text: string;
  /** The field of a record by whose id its list is found; null where it is the record's own. */
  readonly by: string | null;
}

/** How the list of a tree is loaded. Ancestors are those of the parent and itself, which a write may just have changed. */
export function planTreeLoad(tree: Tree, list: string, ids: string): TreeLoad {
  const rows = (sql: string): string =>
    `SELECT "start" AS "record", "id" FROM (${sql}) AS "levels" ORDER BY "start", "depth", "id"`;
  if (list === TREE_LISTS.descendants)
    return { text: rows(belowSql(tree, `s.${quoted(tree.parent)} IN (${ids})`)), by: null };
  return { text: rows(aboveSql(tree, `s."id" IN (${ids})`)), by: tree.parent };
}
