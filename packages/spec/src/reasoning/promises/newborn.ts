import { evaluate, inversesOf, type Entity, type Model, type Node } from '@ninefold/model';
import { mapped } from '../../expressions/mapped.ts';
import type { Goal } from '../decide.ts';
import { inlined } from '../inline.ts';
import { wireOf } from '../search.ts';
import { isCreation, type Move } from './moves.ts';

/** What is asked of a record as it is made: nothing refers to it yet, so that the lists of what does are empty. */
export function asNewborn(model: Model, entity: Entity, move: Move, goals: readonly Goal[]): readonly Goal[] {
  if (!isCreation(move)) return goals;
  const lists = inversesOf(model.entities)(entity.id);
  if (lists.size === 0) return goals;
  return goals.map((goal) => ({ ...goal, tree: unreferred(inlined(goal.tree, model), lists) }));
}

/** The tree with these lists of `record` empty, and what is known by that worked out. The same tree where it reads none of them. */
function unreferred(tree: Node, lists: ReadonlyMap<string, unknown>): Node {
  const empty = mapped(tree, (node) => {
    const isOwn = node.node === 'field' && node.of.node === 'variable' && node.of.name === 'record';
    return isOwn && lists.has(node.name) ? { node: 'list', type: node.type, items: [] } : null;
  });
  return empty === tree ? tree : mapped(empty, (node) => valueOf(node));
}

/** No list that is empty reads anything of where it is read. */
const NOWHERE = { limits: {}, now: '2026-03-05T09:00:00.000Z', today: '2026-03-05', timeZone: 'UTC' };

/** The value of what is done with an empty list alone; null for anything else. */
function valueOf(node: Node): Node | null {
  const list =
    node.node === 'macro' ? node.list : node.node === 'call' && node.args.length === 1 ? node.args[0] : undefined;
  if (list === undefined || !isEmpty(list)) return null;
  const value = wireOf(evaluate({ source: '', type: node.type, tree: node, reads: [] }, NOWHERE));
  const isPlain = value === null || typeof value === 'string' || typeof value === 'boolean';
  return value !== undefined && isPlain ? { node: 'literal', type: node.type, value } : null;
}

/** A list without items, or one that is made of such a list. */
function isEmpty(node: Node): boolean {
  if (node.node === 'list') return node.items.length === 0;
  return node.node === 'macro' && (node.fn === 'map' || node.fn === 'filter') && isEmpty(node.list);
}
