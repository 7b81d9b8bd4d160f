import { memoizedWeakly, type Node } from '@ninefold/model';
import { mapped } from '../expressions/mapped.ts';

type Comparison = Extract<Node, { readonly node: 'call' }>;

/** What a comparison of a size with a number says, where that is whether the list is empty: by the number that it is compared with. */
const SAYING: Readonly<Record<string, Readonly<Record<string, 'blank' | 'filled'>>>> = {
  '0': { eq: 'blank', le: 'blank', ne: 'filled', gt: 'filled' },
  '1': { lt: 'blank', ge: 'filled' },
};
const TURNED: Readonly<Record<string, string>> = { eq: 'eq', ne: 'ne', lt: 'gt', gt: 'lt', le: 'ge', ge: 'le' };

/**
 * The tree with `size(list) == 0` and the like as the question whether a list of records is empty: that is decided by who may be in
 * it, and a size is not. The same tree for the same tree.
 */
export const withEmptiness = memoizedWeakly((tree: Node): Node => mapped(tree, (node) => emptiness(node)));

function emptiness(node: Node): Node | null {
  if (node.node !== 'call') return null;
  const [left, right] = node.args;
  const list = listOf(left) ?? listOf(right);
  const fn = listOf(left) ? node.fn : TURNED[node.fn];
  const number = listOf(left) ? right : left;
  if (list === null || fn === undefined || number?.node !== 'literal' || typeof number.value !== 'string') return null;
  const said = SAYING[number.value]?.[fn];
  return said === undefined ? null : asked(node, said, list);
}

function asked(node: Comparison, fn: string, list: Node): Node {
  return { node: 'call', type: node.type, fn, args: [list] };
}

/** The list of records of what a variable holds whose size is asked for: it is never blank itself. */
function listOf(node: Node | undefined): Node | null {
  if (node?.node !== 'call' || node.fn !== 'size') return null;
  const [list] = node.args;
  if (list?.type.kind !== 'list' || list.type.of.kind !== 'record') return null;
  return list.node === 'field' && list.of.node === 'variable' ? list : null;
}
