import { isUserSide, type Entity, type Node } from '@ninefold/model';
import { pathOf, stepsOf } from '../leaf.ts';
import { mapped } from '../../expressions/mapped.ts';
import type { Move } from './moves.ts';

/**
 * Whether the application itself makes the move, in whose conditions `user` is blank: a timer, an effect of another record, a
 * reaction, or a call. What a refused transition leaves is written in the name of whoever was refused.
 */
export function isBySystem({ reactions }: Pick<Entity, 'reactions'>, move: Move): boolean {
  if (move.by === 'people') return false;
  if (move.changes) return true;
  return move.transition !== null || move.name === 'create' || reactions.some(({ id }) => id === move.name);
}

const known = new WeakMap<Node, Node>();

/** The tree as the application meets it: `user` is blank, and so is what is read of it. The same tree for the same tree. */
export function withoutUser(tree: Node): Node {
  const found = known.get(tree) ?? mapped(tree, blanked);
  known.set(tree, found);
  return found;
}

/** A guarded comparison with a blank of the user is undecided. */
function blanked(node: Node): Node | null {
  if (isOfUser(node)) return blankOf(node.type);
  if (node.node !== 'call' || !node.guarded) return null;
  const sides = node.args.filter((arg) => isUserSide(arg)).map((arg) => mapped(arg, blanked));
  if (sides.length === 0) return null;
  const undecided: Node = { node: 'literal', type: node.type, value: null };
  if (node.args.some((arg) => isOfUser(arg) && arg.type.kind !== 'boolean')) return undecided;
  const call = { ...node, args: node.args.map((arg) => mapped(arg, blanked)) };
  return sides.reduce<Node>((rest, side) => {
    const isBlank: Node = { node: 'call', type: node.type, fn: 'blank', args: [side] };
    return { node: 'call', type: node.type, fn: 'if', args: [isBlank, undecided, rest] };
  }, call);
}

function isOfUser(node: Node): boolean {
  return stepsOf(pathOf(node) ?? '')[0] === 'user';
}

function blankOf(type: Node['type']): Node {
  if (type.kind === 'list') return { node: 'list', type, items: [] };
  return { node: 'literal', type, value: type.kind === 'boolean' ? false : null };
}
