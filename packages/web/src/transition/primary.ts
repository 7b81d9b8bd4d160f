import type { Entity, Transition, TransitionVerdict } from '@ninefold/model';

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
    return transition && (verdict.verdict === 'allowed' || verdict.verdict === 'blocked')
      ? [{ transition, verdict }]
      : [];
  });
  const forward = shown.find(({ transition }) => isForward(entity, state, transition));
  return shown.map((each) => ({ ...each, primary: each === forward }));
}

function isForward(entity: Entity, state: string, transition: Transition): boolean {
  const states = Object.keys(entity.lifecycle?.states ?? {});
  const kind = entity.lifecycle?.states[transition.to]?.kind;
  return kind !== 'rejected' && kind !== 'cancelled' && states.indexOf(transition.to) > states.indexOf(state);
}

/** The state a transition leads to; `same` is where it starts. */
export function targetOf(transition: Transition, state: string): string {
  return transition.to === 'same' ? state : transition.to;
}

/** Whether pressing it asks first: it needs an answer, or there is no way back. */
export function asksFirst(entity: Entity, transition: Transition): boolean {
  return Object.keys(transition.input).length > 0 || entity.lifecycle?.states[transition.to]?.final === true;
}
