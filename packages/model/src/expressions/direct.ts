import type { Value } from '../values/value.ts';
import { same } from './functions/comparison.ts';
import type { CallNode, Program } from './program.ts';

type Test = (a: Value, b: Value) => boolean;

function number(test: (a: bigint, b: bigint) => boolean): Test {
  return (a, b) => typeof a === 'bigint' && typeof b === 'bigint' && test(a, b);
}

const EQUALS: Readonly<Record<string, Test>> = { eq: same, ne: (a, b) => !same(a, b) };
const ORDERS: Readonly<Record<string, Test>> = {
  lt: number((a, b) => a < b),
  le: number((a, b) => a <= b),
  gt: number((a, b) => a > b),
  ge: number((a, b) => a >= b),
};

/**
 * The comparisons that most conditions consist of, without the list of arguments that functions take: equality of
 * values that are no truth, and the order of numbers. Null for every other call. Its meaning is that of the function.
 */
export function planDirect({ fn, args: nodes, guarded }: CallNode, args: readonly Program[]): Program | null {
  const [left, right] = args;
  if (guarded || !left || !right || nodes.some(({ type }) => type.kind === 'boolean')) return null;
  const areNumbers = nodes.every(({ type }) => type.kind === 'number');
  const test = EQUALS[fn] ?? (areNumbers ? ORDERS[fn] : undefined);
  if (!test) return null;
  return (scope, locals) => {
    const a = left(scope, locals);
    if (a === undefined) return undefined;
    const b = right(scope, locals);
    return b === undefined ? undefined : test(a, b);
  };
}
