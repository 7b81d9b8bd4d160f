import type { Context, Value } from './context.ts';
import { ORDERS } from './numbers.ts';
import { all, raw, type Sql, sql } from '../sql/sql.ts';
import { type CallNode, valueOf } from './values.ts';

const BOOLEAN = { kind: 'boolean' } as const;

/** A comparison: where `truth` is true it holds, unless a guard does not hold. `closed` are guards only its negation needs. */
export interface Leaf {
  readonly truth: Sql;
  readonly guards: readonly Sql[];
  readonly closed: readonly Sql[];
}

/** Equality in which blank equals blank; with `strict` a blank equals nothing, which lets an index be used by `=`. */
export function equal(left: Value, right: Value, strict: boolean, context: Context): Sql {
  if (left.param && !right.param) return equal(right, left, strict, context);
  const { dialect } = context;
  if (left.type.kind === 'duration' || right.type.kind === 'duration') {
    const same = dialect.call('eq', BOOLEAN, [left, right]);
    return strict ? all([sql`${left.sql} IS NOT NULL`, sql`${right.sql} IS NOT NULL`, same]) : same;
  }
  const areNumbers = left.type.kind === 'number' && right.type.kind === 'number';
  const [a, b] = areNumbers
    ? dialect.numbers(left, right, 'equal')
    : [compared(left, context), compared(right, context)];
  if (strict || isFixed(right) || left.type.kind === 'boolean') return sql`${a} = ${b}`;
  return dialect.same(a, b, right.param !== null);
}

/** Two files are the same where their ids are; as a parameter a file is its id. */
function compared({ type, sql: value, param }: Value, { dialect }: Context): Sql {
  return type.kind === 'file' && param === null ? dialect.member(value, 'id') : value;
}

/** True for a literal that is not blank. */
export function isFixed(value: Value): boolean {
  return value.param?.node.node === 'literal' && value.param.node.value !== null;
}

export function ordered(fn: string, left: Value, right: Value, context: Context): Sql {
  const order = ORDERS[fn];
  if (!order) throw new TypeError(fn);
  if (left.param && !right.param) return ordered(order.flipped, right, left, context);
  const sign = raw(order.sign);
  if (left.type.kind === 'duration') return context.dialect.call(fn, BOOLEAN, [left, right]);
  if (left.type.kind !== 'number') return sql`${left.sql} ${sign} ${right.sql}`;
  const [a, b] = context.dialect.numbers(left, right, order.rounding);
  return sql`${a} ${sign} ${b}`;
}

export function textTest(node: CallNode, context: Context): Leaf {
  const values = node.args.map((arg) => valueOf(arg, context));
  const guards = values.flatMap((value) => value.guards);
  return { truth: context.dialect.call(node.fn, node.type, values), guards, closed: [] };
}
