import { holds } from '../expressions/evaluate.ts';
import type { Entity } from '../ir/entity.ts';
import type { Branch, Lifecycle, Transition } from '../ir/lifecycle.ts';
import { memoizedWeakly } from '../values/memo.ts';
import type { Holder, Scope } from '../values/value.ts';
import type { RecordValue, Wire } from '../wire/answers.ts';

/** A life cycle of an entity. */
export interface Cycle {
  /** What records carry its state under: `state`, or the field that is named in its key. */
  readonly field: string;
  readonly lifecycle: Lifecycle;
}

/** The life cycles of an entity: the one whose state is `state` first, then the further ones in written order. */
export const cyclesOf = memoizedWeakly(({ lifecycle, lifecycles }: Entity): readonly Cycle[] => [
  ...(lifecycle ? [{ field: 'state', lifecycle }] : []),
  ...Object.entries(lifecycles).map(([field, one]) => ({ field, lifecycle: one })),
]);

/** Those of them whose states follow from conditions. */
export const derivedCycles = memoizedWeakly((entity: Entity): readonly Cycle[] =>
  cyclesOf(entity).filter(({ lifecycle }) => lifecycle.derived.length > 0),
);

/** Those of them whose states a record may be given: transitions move them. */
export const movedCycles = memoizedWeakly((entity: Entity): readonly Cycle[] =>
  cyclesOf(entity).filter(({ lifecycle }) => lifecycle.derived.length === 0),
);

/** The transitions of all life cycles of an entity, by id. No id stands in two of them. */
export const transitionsOf = memoizedWeakly(
  (entity: Entity): ReadonlyMap<string, Transition> =>
    new Map(cyclesOf(entity).flatMap(({ lifecycle }) => Object.entries(lifecycle.transitions))),
);

/** The life cycle of the transition of this id; null where the entity has none of this id. */
export function cycleOf(entity: Entity, transition: string): Cycle | null {
  return cyclesOf(entity).find(({ lifecycle }) => Object.hasOwn(lifecycle.transitions, transition)) ?? null;
}

/** The field that holds the state which a transition moves: `state` also where the entity has no such transition any more. */
export function cycleField(entity: Entity, transition: string): string {
  return cycleOf(entity, transition)?.field ?? 'state';
}

/** The state of a record in the life cycle that this transition moves; null where the record carries none. */
export function stateIn(entity: Entity, record: Holder, transition: string): string | null {
  const state = record[cycleField(entity, transition)];
  return typeof state === 'string' ? state : null;
}

/** The states of a life cycle, by the field that holds its state; none where the entity has no such life cycle. */
export function statesOf(entity: Entity, field: string): Lifecycle['states'] {
  return cyclesOf(entity).find((cycle) => cycle.field === field)?.lifecycle.states ?? {};
}

/** The names under which a record carries when it entered the state of a life cycle, and whether that state is final. */
export function stateNames(field: string): { readonly since: string; readonly final: string } {
  return { since: `${field}_since`, final: `${field}_final` };
}

/** Whether the state of its records follows from conditions. */
export function isDerived({ lifecycle }: Entity): boolean {
  return lifecycle !== null && lifecycle.derived.length > 0;
}

/**
 * The derived state of a record: that of the first condition that holds. Null where transitions decide, and where a
 * condition cannot be evaluated on this side before one holds.
 */
export function derivedState({ derived }: Lifecycle, scope: Scope): string | null {
  return branchTaken(derived, scope);
}

/** The state of the first condition that holds; null where none does, or where one before it cannot be evaluated on this side. */
export function branchTaken(branches: readonly Branch[], scope: Scope): string | null {
  for (const { to, when } of branches) {
    const verdict = holds(when, scope);
    if (verdict === true) return to;
    if (verdict === undefined) return null;
  }
  return null;
}

/** The state that a new record has while its fields are worked out: a creation that decides by conditions moves it out of the initial state. */
export function bornIn({ initial, transitions }: Lifecycle): string {
  const create = transitions['create'];
  return create === undefined || create.branches.length > 0 ? initial : create.to;
}

/** The values of a record while they are worked out. */
type Draft = Record<string, Wire | undefined>;

/**
 * Gives the draft the derived state of its life cycle, where there is one. Answers whether it is another than the draft had.
 * What this side cannot evaluate leaves the state as it is.
 */
export function derive(
  { entity, before, draft }: { readonly entity: Entity; readonly before: RecordValue | null; readonly draft: Draft },
  scope: Scope,
): boolean {
  const { lifecycle } = entity;
  if (lifecycle === null || lifecycle.derived.length === 0) return false;
  const state = derivedState(lifecycle, scope);
  if (state === null || state === draft['state']) return false;
  const isBack = before?.state === state;
  draft['state'] = state;
  draft['state_since'] = isBack ? (before.state_since ?? scope.now) : scope.now;
  draft['state_final'] = lifecycle.states[state]?.final === true;
  return true;
}

/**
 * Dates the derived states of further life cycles: a record enters such a state with the write that changes what it follows from.
 * Where transitions move the state, they date it. Answers whether there are any.
 */
export function dateStates(entity: Entity, before: RecordValue | null, draft: Draft, { now }: Scope): boolean {
  const derived = derivedCycles(entity).filter(({ field }) => field !== 'state');
  if (before === null || derived.length === 0) return false;
  for (const { field } of derived) {
    const { since } = stateNames(field);
    draft[since] = draft[field] === before[field] ? before[since] : now;
  }
  return true;
}
