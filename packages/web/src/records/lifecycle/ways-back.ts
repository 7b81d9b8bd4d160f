import type { Cycle, Lifecycle, Transition } from '@ninefold/model';

/** The states that a record left and entered when a transition fired. */
export interface Move {
  readonly from: string;
  readonly to: string;
}

/**
 * The transitions that surely lead a moved record back to where it was and ask for nothing on their way: no answers, no fields, no
 * approvals of several people. One that ends a record asks first, so it is none of them.
 */
export function waysBack({ lifecycle }: Cycle, { from, to }: Move): readonly Transition[] {
  if (from === to || lifecycle.states[from]?.final === true) return [];
  return Object.values(lifecycle.transitions).filter(
    (each) => each.from.includes(to) && leadsTo(lifecycle, each, from) && asksNothing(each),
  );
}

/** A transition to the state before leads a record that has just been moved to where it was. */
function leadsTo(lifecycle: Lifecycle, { to, branches }: Transition, state: string): boolean {
  if (branches.length > 0) return branches.every((branch) => branch.to === state);
  return to === 'previous' ? lifecycle.derived.length === 0 : to === state;
}

function asksNothing({ input, asks, approvals }: Transition): boolean {
  return Object.keys(input).length === 0 && asks.length === 0 && approvals === null;
}
