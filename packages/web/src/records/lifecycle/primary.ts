import type { Entity, StateKind, Transition, TransitionVerdict } from '@ninefold/model';

/** A transition that this person's roles may fire from this state, and whether they can now. */
export interface ShownTransition {
  readonly transition: Transition;
  readonly verdict: TransitionVerdict;
  readonly primary: boolean;
}

/** The transitions whose buttons show: allowed ones and those that are blocked now. At most one is primary: the first step forward. */
export function shownTransitions(
  entity: Entity,
  state: string,
  verdicts: readonly TransitionVerdict[],
): readonly ShownTransition[] {
  const shown = verdicts.flatMap((verdict) => {
    const transition = entity.lifecycle?.transitions[verdict.id];
    if (!transition) return [];
    if (asksItself(transition, verdict)) return [{ transition, verdict: open(verdict) }];
    return verdict.verdict === 'allowed' || verdict.verdict === 'blocked' ? [{ transition, verdict }] : [];
  });
  const forward = shown
    .map(({ transition }) => ({ transition, rank: rankOf(entity, state, transition) }))
    .filter(({ rank }) => rank > 0)
    .toSorted((a, b) => b.rank - a.rank)[0]?.transition;
  return shown.map((each) => ({
    ...each,
    primary: each.transition === forward && each.verdict.verdict === 'allowed',
  }));
}

function open(verdict: TransitionVerdict): TransitionVerdict {
  return { ...verdict, verdict: 'allowed', reasons: [] };
}

/** Whether the guard reads inputs of the transition's form, which are not given yet. */
function asksItself(transition: Transition, { verdict }: TransitionVerdict): boolean {
  const isOpen = verdict === 'unknown' || verdict === 'blocked';
  return isOpen && transition.when?.reads.some((path) => path.startsWith('input.')) === true;
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

/** Whether its button opens a dialog: it has inputs, or its next state is final. */
export function asksFirst(entity: Entity, transition: Transition): boolean {
  return Object.keys(transition.input).length > 0 || entity.lifecycle?.states[transition.to]?.final === true;
}
