import type { Expression, Node, Type } from '../ir/expression.ts';
import { bounded, divide, shortDecimal, UNIT } from '../values/decimal.ts';
import type { Scope, Value } from '../values/value.ts';
import type { Wire } from '../wire/answers.ts';
import { evaluate } from './evaluate.ts';
import { order } from './functions/comparison.ts';

/** What is kept of a list for one function over it, as JSON holds it; numbers count 10^-10 and are written as text. */
export type RunningState = readonly (string | number | null)[];

/** How the value of a function over a list follows from what enters and leaves the list. */
export interface RunningTotal {
  /** The state of an empty list. */
  readonly empty: RunningState;
  /** The state of a list of one item; null where the item is undecided. `scope.record` holds that list. */
  of(scope: Scope): RunningState | null;
  /** The state of both lists together. */
  plus(a: RunningState, b: RunningState): RunningState;
  /** The state without a part of the list; null where it has to be counted anew. */
  minus(all: RunningState, part: RunningState): RunningState | null;
  /** The value in wire form, exact to 10 decimals. */
  value(state: RunningState): Wire;
}

/** The running total of a function over a list, such as `sum(record.pays.map(p, p.amount))`; null where there is none. */
export function runningTotalOf(node: Node): RunningTotal | null {
  if (node.node === 'macro') {
    const value = VERDICTS[node.fn];
    return value ? counted([0, 0], ofVerdict(node), value) : null;
  }
  const [list] = node.node === 'call' ? node.args : [];
  if (node.node !== 'call' || list?.type.kind !== 'list' || node.args.length !== 1) return null;
  const items = itemsOf(list);
  const adding = ADDED[node.fn];
  if (adding) return counted(NONE, (scope) => stateOf(items(scope), adding.of), adding.value);
  const sign = EXTREMES[node.fn];
  if (sign === undefined || UNORDERED.has(list.type.of.kind)) return null;
  return extreme(sign, list.type.of.kind === 'number', items);
}

type Items = (scope: Scope) => readonly Value[] | null;

function itemsOf(list: Node): Items {
  const expression = expressionOf(list);
  return (scope) => {
    const value = evaluate(expression, scope);
    return Array.isArray(value) ? value : null;
  };
}

function expressionOf(tree: Node): Expression {
  return { source: '', type: tree.type, tree, reads: [] };
}

/** Verdicts over a list of one item, counted: true, false, open. */
function ofVerdict(node: Node): (scope: Scope) => RunningState | null {
  const expression = expressionOf(node);
  return (scope) => {
    const verdict = evaluate(expression, scope);
    return typeof verdict === 'boolean' ? (verdict ? [1, 0] : [0, 1]) : null;
  };
}

const VERDICTS: Readonly<Record<string, (state: RunningState) => Wire>> = {
  exists: ([yes]) => Number(yes) > 0,
  all: ([, no]) => Number(no) === 0,
  exists_one: ([yes]) => Number(yes) === 1,
};

/** Functions whose value follows from a count of the items and the sum of those that are numbers. */
const ADDED: Readonly<
  Record<string, { readonly of: (value: Value) => RunningState; readonly value: (state: RunningState) => Wire }>
> = {
  size: { of: () => [1, '0'], value: ([count]) => Number(count) },
  sum: { of: numberOf, value: ([, sum]) => decimal(bounded(unitsIn(sum))) },
  avg: {
    of: numberOf,
    value: ([count, sum]) => {
      const total = bounded(unitsIn(sum));
      return decimal(total === null ? null : divide(total, BigInt(Number(count)) * UNIT));
    },
  },
};

/** No item, and no sum. */
const NONE: RunningState = [0, '0'];

/** Blanks are skipped. */
function numberOf(value: Value): RunningState {
  return typeof value === 'bigint' ? [1, String(value)] : [0, '0'];
}

function stateOf(items: readonly Value[] | null, of: (value: Value) => RunningState): RunningState | null {
  return items === null ? null : items.map(of).reduce(added, NONE);
}

function unitsIn(value: string | number | null | undefined): bigint {
  return BigInt(value ?? 0);
}

function decimal(value: bigint | null): Wire {
  return value === null ? null : shortDecimal(value);
}

/** States that are added member by member: counts are numbers, sums are texts. */
function counted(empty: RunningState, of: RunningTotal['of'], value: RunningTotal['value']): RunningTotal {
  return { empty, of, plus: added, minus: (all, part) => added(all, part.map(opposite)), value };
}

function added(a: RunningState, b: RunningState): RunningState {
  return a.map((one, index) => sumOf(one, b[index] ?? 0));
}

function sumOf(a: string | number | null, b: string | number | null): string | number {
  return typeof a === 'string' || typeof b === 'string' ? String(unitsIn(a) + unitsIn(b)) : (a ?? 0) + (b ?? 0);
}

function opposite(value: string | number | null): string | number {
  return typeof value === 'string' ? String(-BigInt(value)) : -(value ?? 0);
}

const EXTREMES: Readonly<Record<string, 1 | -1>> = { min: 1, max: -1 };
/** Values that have no order, or that are neither number nor text. */
const UNORDERED: ReadonlySet<Type['kind']> = new Set([
  ...(['null', 'boolean', 'duration', 'record', 'line', 'file', 'json', 'list'] as const),
]);

/** The least or greatest of a list, and how often it stands there: where the last one leaves, the list is looked at again. */
function extreme(sign: 1 | -1, isNumber: boolean, items: Items): RunningTotal {
  const valueIn = ([value = null]: RunningState): Value =>
    value === null || typeof value === 'number' ? null : isNumber ? BigInt(value) : value;
  const compared = (a: RunningState, b: RunningState): number => (order(valueIn(a), valueIn(b)) ?? 0) * sign;
  const plus = (a: RunningState, b: RunningState): RunningState => {
    if (a[0] === null) return b;
    if (b[0] === null) return a;
    const first = compared(a, b);
    return first === 0 ? [a[0] ?? null, Number(a[1]) + Number(b[1])] : first < 0 ? a : b;
  };
  const one = (value: Value): RunningState =>
    typeof value === 'bigint' ? [String(value), 1] : typeof value === 'string' ? [value, 1] : [null, 0];
  return {
    empty: [null, 0],
    of: (scope) => items(scope)?.map(one).reduce(plus, [null, 0]) ?? null,
    plus,
    minus: (all, part) => {
      if (part[0] === null) return all;
      const first = all[0] === null ? -1 : compared(part, all);
      if (first > 0) return all;
      const left = first === 0 ? Number(all[1]) - Number(part[1]) : 0;
      return left > 0 ? [all[0] ?? null, left] : null;
    },
    value: (state) => {
      const value = valueIn(state);
      return typeof value === 'bigint' ? shortDecimal(value) : typeof value === 'string' ? value : null;
    },
  };
}
