import { names } from '../../expressions/walk.ts';
import { firedIn, replaced, stateBefore } from '../actors.ts';
import type { Goal } from '../decide.ts';
import { inlined } from '../inline.ts';
import { didList, type Entity, type Lifecycle, type Model, type Node, type Transition } from '@ninefold/model';
import { isBySystem, withoutUser } from './by-system.ts';
import type { Move } from './moves.ts';
import { setBy } from './setting.ts';

/** One of the states into which a transition may lead. */
export interface Entrance {
  readonly state: string;
  /** Its place in the list of `to`; null where the transition leads back. */
  readonly index: number | null;
  /** Whether the record was in that state before is not known. */
  readonly isGuessed: boolean;
}

/** What is known of the state before the present one: its name, null where there was none, or nothing at all. */
export type Previous = string | null | 'unknown';

/**
 * The states into which a transition may lead, where it does not name just one: those of its list, or the state before. One
 * null where it names one, or stays; nothing where it leads back and there is no state to lead to.
 */
export function entrancesOf(
  { to, branches }: Pick<Transition, 'to' | 'branches'>,
  { states }: Pick<Lifecycle, 'states'>,
  previous: Previous,
): readonly (Entrance | null)[] {
  if (branches.length > 0) return branches.map((one, index) => ({ state: one.to, index, isGuessed: false }));
  if (to !== 'previous') return [null];
  if (previous === null) return [];
  const isGuessed = previous === 'unknown';
  return (isGuessed ? Object.keys(states) : [previous]).map((state) => ({ state, index: null, isGuessed }));
}

/**
 * The first condition of the list that holds is that of the state which is entered. They see the record with what the transition
 * has set, still in the state that it leaves, and whoever fires it among those who did.
 */
export function goalsOfEntering(model: Model, entity: Entity, move: Move): readonly Goal[] {
  const index = move.enters?.index ?? null;
  if (index === null || move.transition === null) return [];
  const values = setBy(model, entity, move);
  const early = stateLeft(entity, move);
  const goals = move.transition.branches.slice(0, index + 1).flatMap(({ when }, at): readonly Goal[] => {
    if (!when?.tree) return [];
    const seen = isBySystem(entity, move) ? withoutUser(when.tree) : when.tree;
    return [{ tree: replaced(replaced(inlined(seen, model), values), early), holds: at === index }];
  });
  return [
    ...goals,
    ...firing(
      entity,
      move,
      goals.map(({ tree }) => tree),
    ),
  ];
}

/**
 * Whoever fires a transition is among those who fired it, once it is done; the application is nobody. Said where one of these
 * conditions asks for that.
 */
export function firing(entity: Entity, { transition, cycle, by }: Move, asking: readonly Node[]): readonly Goal[] {
  if (transition === null || cycle !== 'state' || by !== 'people') return [];
  const list = firedIn('record', entity.id, transition.id);
  const text = `"name":"${didList(transition.id)}"`;
  if (!asking.some((tree) => names(tree, ['record']) && JSON.stringify(tree).includes(text))) return [];
  const user: Node = { node: 'variable', type: { kind: 'record', entity: 'user' }, name: 'user' };
  return [{ tree: { node: 'call', type: { kind: 'boolean' }, fn: 'in', args: [user, list] }, holds: true }];
}

/** The state in which a record is while a transition is judged: the one before it, in which a new record begins. */
export function stateLeft({ id, lifecycle }: Entity, { name, from, cycle }: Move): Map<string, Node> {
  if (from !== null || name !== 'create') return stateBefore(id, cycle);
  if (lifecycle === null) return new Map();
  return new Map([[cycle, { node: 'literal', type: { kind: 'text' }, value: lifecycle.initial }]]);
}
