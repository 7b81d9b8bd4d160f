import type { Entity, Field, StateKind, Transition, TransitionVerdict } from '@ninefold/model';

/** A transition that this person's roles may fire from this state, and whether they can now. */
export interface ShownTransition {
  readonly transition: Transition;
  readonly verdict: TransitionVerdict;
  /** The first step forward, whether it can be taken now or not. */
  readonly forward: boolean;
  /** The step forward that can be taken now. */
  readonly primary: boolean;
}

/**
 * The transitions whose buttons show: allowed ones, and blocked ones that are not `hidden` then. At most one is primary: the
 * first step forward that is not `optional`.
 */
export function shownTransitions(
  entity: Entity,
  state: string,
  verdicts: readonly TransitionVerdict[],
): readonly ShownTransition[] {
  const shown = verdicts.flatMap((verdict) => {
    const transition = entity.lifecycle?.transitions[verdict.id];
    if (!transition) return [];
    const isBlocked = verdict.verdict === 'blocked' && !transition.hidden;
    return verdict.verdict === 'allowed' || isBlocked ? [{ transition, verdict }] : [];
  });
  const forward = shown
    .map(({ transition }) => ({ transition, rank: rankOf(entity, state, transition) }))
    .filter(({ transition, rank }) => rank > 0 && !transition.optional)
    .toSorted((a, b) => b.rank - a.rank)[0]?.transition;
  return shown.map((each) => ({
    ...each,
    forward: each.transition === forward,
    primary: each.transition === forward && each.verdict.verdict === 'allowed',
  }));
}

const RANKS: Readonly<Record<StateKind, number>> = {
  done: 4,
  review: 3,
  active: 3,
  waiting: 2,
  draft: 1,
  rejected: 0,
  cancelled: 0,
};

/** How much a transition deserves the primary button, by the kind of its next state. 0: it leads back or off the main path. */
function rankOf(entity: Entity, state: string, transition: Transition): number {
  const states = Object.keys(entity.lifecycle?.states ?? {});
  const kind = entity.lifecycle?.states[transition.to]?.kind;
  return kind === undefined || states.indexOf(transition.to) <= states.indexOf(state) ? 0 : RANKS[kind];
}

/** The state a transition leads to; `same` is where it starts. */
export function targetOf(transition: Transition, state: string): string {
  return transition.to === 'same' ? state : transition.to;
}

/** The fields of the record that the dialog of a transition asks for: those of `asks` among the editable ones, in their order. */
export function askedFields(entity: Entity, { asks }: Transition, editable: ReadonlySet<string>): readonly Field[] {
  return asks.flatMap((id) => (editable.has(id) ? (entity.fields[id] ?? []) : []));
}

/** Whether its button opens a dialog: it asks for something, or its next state is final. */
export function asksFirst(entity: Entity, transition: Transition, asked: readonly Field[]): boolean {
  const isFinal = entity.lifecycle?.states[transition.to]?.final === true;
  return asked.length > 0 || Object.keys(transition.input).length > 0 || isFinal;
}
