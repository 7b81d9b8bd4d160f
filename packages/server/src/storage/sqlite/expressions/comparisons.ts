import type { Context, Value } from './context.ts';
import { exact, ORDERS, sameForm } from './numbers.ts';
import { raw, type Sql, sql } from './sql.ts';
import { type CallNode, functionCall, valueOf } from './values.ts';

const BOOLEAN = { kind: 'boolean' } as const;

/** A comparison: where `truth` is true it holds, unless a guard does not hold. `closed` are guards only its negation needs. */
export interface Leaf {
  readonly truth: Sql;
  readonly guards: readonly Sql[];
  readonly closed: readonly Sql[];
}

/** Equality in which blank equals blank; with `strict` a blank equals nothing, which lets an index be used by `=`. */
export function equal(left: Value, right: Value, strict: boolean): Sql {
  if (left.param && !right.param) return equal(right, left, strict);
  const sign = raw(strict || isFixed(right) || left.type.kind === 'boolean' ? '=' : 'IS');
  if (left.type.kind === 'duration' || right.type.kind === 'duration') return spans('eq', left, right);
  if (left.type.kind !== 'number' || right.type.kind !== 'number') return sql`${left.sql} ${sign} ${right.sql}`;
  const [a, b] = sameForm(left, right, 'equal') ?? [exact(left), exact(right)];
  return sql`${a} ${sign} ${b}`;
}

/** True for a literal that is not blank. */
export function isFixed(value: Value): boolean {
  return value.param?.node.node === 'literal' && value.param.node.value !== null;
}

/** Spans compare by their length, with the same 30-day months as everywhere. */
function spans(fn: string, left: Value, right: Value): Sql {
  return sql`${functionCall(fn, BOOLEAN, [left, right])} = 1`;
}

export function ordered(fn: string, left: Value, right: Value): Sql {
  const order = ORDERS[fn];
  if (!order) throw new TypeError(fn);
  if (left.param && !right.param) return ordered(order.flipped, right, left);
  const sign = raw(order.sign);
  if (left.type.kind === 'duration') return spans(fn, left, right);
  if (left.type.kind !== 'number') return sql`${left.sql} ${sign} ${right.sql}`;
  const pair = sameForm(left, right, order.rounding);
  if (pair) return sql`${pair[0]} ${sign} ${pair[1]}`;
  return sql`nf_compare(${exact(left)}, ${exact(right)}) ${sign} 0`;
}

export function textTest(node: CallNode, context: Context): Leaf {
  const values = node.args.map((arg) => valueOf(arg, context));
  const [left, right] = values;
  const guards = values.flatMap((value) => value.guards);
  if (node.fn === 'contains' && left && right)
    return { truth: sql`instr(${left.sql}, ${right.sql}) > 0`, guards, closed: [] };
  return { truth: sql`${functionCall(node.fn, node.type, values)} = 1`, guards, closed: [] };
}
