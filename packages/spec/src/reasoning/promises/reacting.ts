import {
  actingOn,
  memoizedWeakly,
  reachOf,
  type Effect,
  type Entity,
  type EntityReaction,
  type Expression,
  type Transition,
} from '@ninefold/model';

/** The reactions of the record itself that fire a transition of it before they do anything else. */
export function reactionsFiring({ id, reactions }: Entity, transition: string): readonly EntityReaction[] {
  return reactions.filter(({ once, set, effects }) => {
    const [first] = actingOn(effects);
    return !once && set.length === 0 && first !== undefined && isOfItself(first, id, transition);
  });
}

function isOfItself(effect: Effect, entity: string, transition: string): boolean {
  const { fires, each } = reachOf(effect);
  return fires === `${entity}.${transition}` && each?.tree?.node === 'variable' && each.tree.name === 'record';
}

/** The transition as a reaction fires it: where the condition of both holds, at once, and asking nobody. The same for the same. */
export function asFired(reaction: EntityReaction, transition: Transition): Transition {
  const known = firedBy(reaction);
  const found = known.get(transition) ?? {
    ...transition,
    when: both(reaction.when, transition.when),
    timer: null,
    approvals: null,
    by: [],
  };
  known.set(transition, found);
  return found;
}

const firedBy = memoizedWeakly<EntityReaction, WeakMap<Transition, Transition>>(() => new WeakMap());

function both(one: Expression, other: Expression | null): Expression {
  if (!one.tree || !other?.tree) return one.tree ? one : (other ?? one);
  const tree = { node: 'call', type: { kind: 'boolean' }, fn: 'and', args: [one.tree, other.tree] } as const;
  return { ...one, tree, reads: [...one.reads, ...other.reads] };
}
