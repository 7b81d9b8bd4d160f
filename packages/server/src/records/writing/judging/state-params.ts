import type { Problem } from '@ninefold/model';

/**
 * A state as the parameters of an error name it. `field` holds it: `state`, or the field of a further life cycle, whose states are
 * told as the options of that field (`cycle`).
 */
export function stateParams(field: string, state: string): Problem['params'] {
  return field === 'state' ? { state } : { state, cycle: field };
}
