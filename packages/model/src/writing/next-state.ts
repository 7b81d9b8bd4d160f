import type { Lifecycle, Transition } from '../ir/lifecycle.ts';
import type { Scope } from '../values/value.ts';
import { branchTaken } from './cycles.ts';

/** The states that a transition may enter from a state. With `previous` that may be any of `states`. */
export function targets({ to, branches }: Transition, from: string, states: readonly string[]): readonly string[] {
  if (branches.length > 0) return branches.map((branch) => branch.to);
  if (to === 'same') return [from];
  return to === 'previous' ? states : [to];
}

/** The states in which a new record may be once its creation is done. */
export function statesOfBirth({ initial, transitions }: Lifecycle): readonly string[] {
  const create = transitions['create'];
  return create === undefined ? [initial] : targets(create, initial, []);
}

/** What is known as a transition enters a state. */
export interface Entering {
  readonly from: string;
  /** The state before `from`; null where there was none. Read for `previous` alone. */
  readonly previous: string | null;
  /** The record with what the transition has set. */
  readonly scope: Scope;
}

/** The state that a transition enters; null where none of its conditions holds, or where it leads back and there is no state to lead to. */
export function stateEntered({ to, branches }: Transition, { from, previous, scope }: Entering): string | null {
  if (branches.length > 0) return branchTaken(branches, scope);
  if (to === 'same') return from;
  return to === 'previous' ? previous : to;
}
