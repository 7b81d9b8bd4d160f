import type { Entity, Model, Node } from '@ninefold/model';
import { replaced } from '../actors.ts';
import { inlined } from '../inline.ts';
import { isBySystem, withoutUser } from './by-system.ts';
import type { Move } from './moves.ts';

/** The values that a transition sets, each with those before it in their place; those of a timer know no user. */
export function setBy(model: Model, entity: Entity, move: Move): ReadonlyMap<string, Node> {
  const values = new Map<string, Node>();
  const seen = isBySystem(entity, move) ? withoutUser : (tree: Node): Node => tree;
  for (const { field, value } of move.transition?.set ?? []) {
    if (value.tree) values.set(field, replaced(inlined(seen(value.tree), model), values));
  }
  return values;
}
