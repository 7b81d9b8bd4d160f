import { parseDecimal, type Node } from '@ninefold/model';
import { pathOf } from './leaf.ts';

/** A field or variable that an expression reads. */
export type PathNode = Extract<Node, { readonly node: 'field' | 'variable' }>;

/** A number that depends on one leaf at most: `times` · leaf + `plus`, both exact. */
export interface Linear {
  readonly leaf: PathNode | null;
  /** A whole number. */
  readonly times: bigint;
  /** In units of 10^-10. */
  readonly plus: bigint;
  /** Values of the leaf, in units of 10^-10, from which on a part of it is too large to have a value. */
  readonly edges: readonly bigint[];
}

const UNIT = 10n ** 10n;
/** From 10^15 on a number is blank. */
const MOST = 10n ** 25n;

/** Null for what is not linear in one leaf, or not exact. */
export function linearOf(node: Node): Linear | null {
  if (node.type.kind !== 'number') return null;
  if (node.node === 'literal') return constantOf(node);
  if (node.node !== 'call')
    return pathOf(node) === null ? null : { leaf: pathNode(node), times: 1n, plus: 0n, edges: [] };
  const parts = node.args.map(linearOf);
  const [a, b] = parts;
  if (!a || b === null) return null;
  if (node.fn === 'neg') return { ...a, times: -a.times, plus: -a.plus };
  if (!b) return null;
  if (node.fn === 'add') return bounded(sum(a, b, 1n));
  if (node.fn === 'sub') return bounded(sum(a, b, -1n));
  return node.fn === 'mul' ? bounded(product(a, b)) : null;
}

function pathNode(node: Node): PathNode | null {
  return node.node === 'field' || node.node === 'variable' ? node : null;
}

function constantOf(node: Extract<Node, { readonly node: 'literal' }>): Linear | null {
  const plus = typeof node.value === 'string' ? parseDecimal(node.value) : null;
  return plus === null ? null : { leaf: null, times: 0n, plus, edges: [] };
}

/** The difference of two, or their sum; null where they depend on different leaves. */
export function sum(a: Linear, b: Linear, sign: bigint): Linear | null {
  if (a.leaf && b.leaf && pathOf(a.leaf) !== pathOf(b.leaf)) return null;
  return {
    leaf: a.leaf ?? b.leaf,
    times: a.times + sign * b.times,
    plus: a.plus + sign * b.plus,
    edges: [...a.edges, ...b.edges],
  };
}

/** Exact only where one of them is a whole number that depends on nothing. */
function product(a: Linear, b: Linear): Linear | null {
  const [factor, other] = a.leaf === null ? [a, b] : [b, a];
  if (factor.leaf !== null || factor.plus % UNIT !== 0n) return null;
  const by = factor.plus / UNIT;
  return { leaf: other.leaf, times: other.times * by, plus: other.plus * by, edges: [...a.edges, ...b.edges] };
}

function bounded(value: Linear | null): Linear | null {
  if (value === null || value.leaf === null || value.times === 0n) return value;
  const edges = [MOST, -MOST].map((edge) => rootOf(value, edge));
  return { ...value, edges: [...value.edges, ...edges] };
}

/** The value of the leaf at which this comes to `to`, rounded down, in units of 10^-10. */
export function rootOf({ times, plus }: Linear, to: bigint): bigint {
  const [above, below] = times < 0n ? [plus - to, -times] : [to - plus, times];
  const rest = above % below;
  return above / below - (rest < 0n ? 1n : 0n);
}
