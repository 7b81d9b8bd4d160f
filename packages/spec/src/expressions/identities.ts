import { memoizedWeakly, type Node } from '@ninefold/model';
import { mapped } from './mapped.ts';

/**
 * The tree with a comparison of two ids as that of the records that have them: `record.owner.id == user.id` says what
 * `record.owner == user` says, and of records it is known which are the same. The same tree for the same tree.
 */
export const withIdentities = memoizedWeakly((tree: Node): Node => mapped(tree, (node) => ofRecords(node)));

function ofRecords(node: Node): Node | null {
  if (node.node !== 'call' || (node.fn !== 'eq' && node.fn !== 'ne')) return null;
  const [left, right] = node.args.map(holderOfId);
  if (!left || !right || entityOf(left) !== entityOf(right)) return null;
  return { ...node, args: [left, right] };
}

/** The record whose id is read. */
export function holderOfId(node: Node): Node | null {
  return node.node === 'field' && node.name === 'id' && node.of.type.kind === 'record' ? node.of : null;
}

function entityOf({ type }: Node): string | null {
  return type.kind === 'record' ? type.entity : null;
}
