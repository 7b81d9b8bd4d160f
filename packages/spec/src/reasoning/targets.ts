import type { Transition } from '@ninefold/model';

/** The states that a transition may enter from a state. With `previous` that may be any state. */
export function targets({ to, branches }: Transition, from: string, states: readonly string[]): readonly string[] {
  if (branches.length > 0) return branches.map((branch) => branch.to);
  if (to === 'same') return [from];
  return to === 'previous' ? states : [to];
}
