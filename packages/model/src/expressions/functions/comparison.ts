import { lengthOf } from '../../values/time.ts';
import { isDuration, isHolder, type Value } from '../../values/value.ts';
import type { CallNode, Operation, Planner } from './program.ts';
import { isUserSide } from './user-side.ts';

/** Blank equals only blank; records are equal by identity. */
export function same(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (isDuration(a) && isDuration(b)) return lengthOf(a) === lengthOf(b);
  if (isHolder(a) && isHolder(b)) return a['id'] === b['id'];
  return false;
}

/** Negative, zero or positive; null where one side is blank. Text orders by code point. */
export function order(a: Value, b: Value): number | null {
  if (typeof a === 'bigint' && typeof b === 'bigint') return a < b ? -1 : a > b ? 1 : 0;
  if (typeof a === 'string' && typeof b === 'string') return orderText(a, b);
  if (isDuration(a) && isDuration(b)) return lengthOf(a) - lengthOf(b);
  return null;
}

function orderText(a: string, b: string): number {
  if (a === b) return 0;
  const left = a[Symbol.iterator]();
  const right = b[Symbol.iterator]();
  for (;;) {
    const x = left.next();
    const y = right.next();
    if (x.done || y.done) return x.done === y.done ? 0 : x.done ? -1 : 1;
    if (x.value !== y.value) return (x.value.codePointAt(0) ?? 0) - (y.value.codePointAt(0) ?? 0);
  }
}

/** A guarded comparison whose `user` side is blank is undecided, so that a blank never grants access. */
function guarded(node: CallNode, operation: Operation): Operation {
  if (!node.guarded) return operation;
  const sides = node.args.map((arg, index) => (isUserSide(arg) ? index : -1)).filter((index) => index >= 0);
  return (args, scope) =>
    sides.some((side) => args[side] === null || (Array.isArray(args[side]) && args[side].length === 0))
      ? null
      : operation(args, scope);
}

function compared(test: (order: number) => boolean): Planner {
  return (node) =>
    guarded(node, ([a = null, b = null]) => {
      const verdict = order(a, b);
      return verdict !== null && test(verdict);
    });
}

export const COMPARISON: Readonly<Record<string, Planner>> = {
  eq: (node) => guarded(node, ([a = null, b = null]) => same(a, b)),
  ne: (node) => guarded(node, ([a = null, b = null]) => !same(a, b)),
  lt: compared((verdict) => verdict < 0),
  le: compared((verdict) => verdict <= 0),
  gt: compared((verdict) => verdict > 0),
  ge: compared((verdict) => verdict >= 0),
  in: (node) =>
    guarded(node, ([a = null, list = null]) => Array.isArray(list) && list.some((item: Value) => same(a, item))),
  under: (node) =>
    guarded(
      { ...node, args: node.args.slice(0, 2) },
      ([below = null, above = null, higher = null]) =>
        below !== null &&
        above !== null &&
        (same(below, above) || (Array.isArray(higher) && higher.some((each: Value) => same(above, each)))),
    ),
  not:
    () =>
    ([a = null]) =>
      a === null ? null : a !== true,
  blank:
    () =>
    ([a = null]) =>
      isBlank(a),
  filled:
    () =>
    ([a = null]) =>
      !isBlank(a),
};

function isBlank(value: Value): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
