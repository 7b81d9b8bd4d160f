import { isUserSide, TREE_LISTS } from '@ninefold/model';
import { treeOfList } from '../relations/trees.ts';
import { equal, type Leaf } from './comparisons.ts';
import type { Context } from './context.ts';
import { SqlRefused } from './refused.ts';
import { existsIn, itemValue, rowsOf } from './rows.ts';
import { any, sql } from '../sql/sql.ts';
import { isWithin, refuseHiddenTree } from './trees.ts';
import { type CallNode, valueOf } from './values.ts';

/** `under(a, b)`, whose third argument are the ancestors of a. */
export function under(node: CallNode, context: Context): Leaf {
  const [a, b, ancestors] = node.args;
  const type = a?.type;
  const tree = type?.kind === 'record' ? treeOfList(context.model, type.entity, TREE_LISTS.ancestors) : null;
  if (!a || !b || !ancestors || tree === null) throw new SqlRefused('function', 'under');
  refuseHiddenTree(tree, context);
  const [below, above] = [valueOf(a, context), valueOf(b, context)];
  const guards = [...below.guards, ...above.guards];
  const users = [a, b].map((side) => node.guarded === true && isUserSide(side));
  const closed = [below, above].filter((_, at) => users[at]).map((side) => sql`${side.sql} IS NOT NULL`);
  if (above.param) return { truth: isWithin(tree, below.sql, above.sql), guards, closed };
  const rows = rowsOf(ancestors, context);
  const higher = existsIn(rows, [equal(itemValue(rows), above, true, context)]);
  return { truth: any([equal(below, above, true, context), higher]), guards, closed };
}
