import type { Step } from './operations.ts';
import { apply, contentsOf, type State } from './serial.ts';

/** An operation with what its client heard. */
export interface Answered extends Step {
  readonly answer: string;
}

/**
 * A serial order of the operations in which everybody hears what they heard and which leaves what is there in the end: places in
 * `answered`. Each client's operations keep their order. Null where there is none.
 */
export function serialOrder(
  before: State,
  answered: readonly Answered[],
  contents: readonly string[],
): readonly number[] | null {
  const clients = [...Map.groupBy(answered.keys(), (at) => answered[at]?.client).values()];
  const search = (state: State, order: readonly number[]): readonly number[] | null => {
    if (order.length === answered.length) return isSame(contentsOf(state), contents) ? order : null;
    for (const places of clients) {
      const next = places.find((place) => !order.includes(place));
      const step = next === undefined ? undefined : answered[next];
      if (next === undefined || !step) continue;
      const { state: after, answer } = apply(state, step.operation);
      const found = answer === step.answer ? search(after, [...order, next]) : null;
      if (found !== null) return found;
    }
    return null;
  };
  return search(before, []);
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
