import { type Field, isProse, type Model, type Node, parseDecimal } from '@ninefold/model';
import { leafOf, pathOf } from './leaf.ts';

/** The least and the greatest value of a number that is not blank, in units of 10^-10; null is no end. */
export interface Interval {
  readonly low: bigint | null;
  readonly high: bigint | null;
}

const ALL: Interval = { low: null, high: null };
const UNIT = 10n ** 10n;
const DEEPEST = 8;

function whole(low: bigint, high: bigint | null): Interval {
  return { low: low * UNIT, high: high === null ? null : high * UNIT };
}

const COUNTS: Readonly<Record<string, Interval>> = {
  size: whole(0n, null),
  abs: whole(0n, null),
  month: whole(1n, 12n),
  day: whole(1n, 31n),
  hour: whole(0n, 23n),
  minute: whole(0n, 59n),
  weekday: whole(1n, 7n),
};

/** What the bounds of fields say of a value that is worked out from them. `isLawful`: only values that fields allow. */
export function intervalOf(node: Node, model: Model, isLawful: boolean, depth = 0): Interval {
  if (node.type.kind !== 'number' || depth > DEEPEST) return ALL;
  if (node.node === 'literal') return constant(node.value);
  if (node.node === 'field') return isLawful ? ofField(node, model, depth) : ALL;
  if (node.node !== 'call') return ALL;
  const counted = Object.hasOwn(COUNTS, node.fn) ? COUNTS[node.fn] : undefined;
  if (counted) return counted;
  if (node.fn === 'sum') return ofSum(node.args, model, isLawful, depth);
  const [a, b = ALL] = node.args.map((arg) => intervalOf(arg, model, isLawful, depth + 1));
  if (!a) return ALL;
  if (node.fn === 'neg') return { low: negated(a.high), high: negated(a.low) };
  if (node.fn === 'add') return { low: added(a.low, b.low), high: added(a.high, b.high) };
  if (node.fn === 'sub') return { low: added(a.low, negated(b.high)), high: added(a.high, negated(b.low)) };
  return node.fn === 'mul' && isPositive(a) && isPositive(b) ? whole(0n, null) : ALL;
}

function constant(value: string | boolean | null): Interval {
  const found = typeof value === 'string' ? parseDecimal(value) : null;
  return { low: found, high: found };
}

function isPositive({ low }: Interval): boolean {
  return low !== null && low >= 0n;
}

function added(a: bigint | null, b: bigint | null): bigint | null {
  return a === null || b === null ? null : a + b;
}

function negated(value: bigint | null): bigint | null {
  return value === null ? null : -value;
}

/** A sum over a list whose items are none below zero; of no items it is zero. */
function ofSum([list]: readonly Node[], model: Model, isLawful: boolean, depth: number): Interval {
  const item = list?.node === 'macro' && list.fn === 'map' ? list.body : null;
  return item && isPositive(intervalOf(item, model, isLawful, depth + 1)) ? whole(0n, null) : ALL;
}

function ofField(node: Extract<Node, { readonly node: 'field' }>, model: Model, depth: number): Interval {
  const { field } = leafOf(node, pathOf(node) ?? node.name, model, {});
  const computed = field?.computed?.expression.tree;
  if (computed) return intervalOf(computed, model, true, depth + 1);
  return field === null ? ALL : { low: bound(field, 'min'), high: bound(field, 'max') };
}

/** A bound that is written out. */
export function bound(field: Field | null, key: 'min' | 'max'): bigint | null {
  const tree = field?.[key]?.tree;
  if ((field && isProse(field.type)) || tree?.node !== 'literal') return null;
  return tree.type.kind === 'number' && typeof tree.value === 'string' ? parseDecimal(tree.value) : null;
}
