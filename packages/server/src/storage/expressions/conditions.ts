import { isUserSide, type Node } from '@ninefold/model';
import { equal, type Leaf, ordered, textTest } from './comparisons.ts';
import { type Context, spend, type Value } from './context.ts';
import { fieldValue, holderOf } from './holders.ts';
import { filledList, isMember, quantified } from './lists.ts';
import { ORDERS } from './numbers.ts';
import { hasGuard, isFree, paramVerdict } from './parameters.ts';
import { SqlRefused } from './refused.ts';
import { all, any, cheapFirst, isNotTrue, raw, type Sql, sql } from '../sql/sql.ts';
import { under } from './under.ts';
import { booleanOf, type CallNode, plainValue, valueOf } from './values.ts';

/**
 * SQL that is true exactly where the condition is `wanted`: an undecided condition is neither true nor false, so
 * that what a blank or an unreadable field leaves open never holds, negated or not.
 */
export function decide(node: Node, wanted: boolean, context: Context): Sql {
  spend(context);
  if (isFree(node, context)) return paramVerdict(node, wanted, context);
  if (node.node === 'macro') return quantified(node, wanted, context);
  if (node.node === 'field')
    return truthOf(fieldValue(holderOf(node.of, context), node.name, node.type, context), wanted);
  if (node.node === 'variable') return truthOf(valueOf(node, context), wanted);
  if (node.node !== 'call') throw new SqlRefused('function', node.node);
  switch (node.fn) {
    case 'and':
      return (wanted ? all : any)(cheapFirst(node.args.map((arg) => decide(arg, wanted, context))));
    case 'or':
      return (wanted ? any : all)(cheapFirst(node.args.map((arg) => decide(arg, wanted, context))));
    case 'not':
      return decide(argument(node, 0), !wanted, context);
    case 'if':
      return branches(node, wanted, context);
    case 'first':
    case 'last':
      return truthOf(valueOf(node, context), wanted);
    default:
      return settled(leafOf(node, context), wanted);
  }
}

function argument(node: CallNode, index: number): Node {
  const arg = node.args[index];
  if (!arg) throw new SqlRefused('function', node.fn);
  return arg;
}

function branches(node: CallNode, wanted: boolean, context: Context): Sql {
  const test = argument(node, 0);
  const yes = decide(argument(node, 1), wanted, context);
  const no = decide(argument(node, 2), wanted, context);
  const holds = decide(test, true, context);
  if (isCertain(test, context)) return sql`CASE WHEN ${holds} THEN ${yes} ELSE ${no} END`;
  return sql`CASE WHEN ${holds} THEN ${yes} WHEN ${decide(test, false, context)} THEN ${no} ELSE FALSE END`;
}

function truthOf(value: Value, wanted: boolean): Sql {
  return all([...value.guards, sql`${value.sql} = ${raw(wanted ? 'TRUE' : 'FALSE')}`]);
}

function settled({ truth, guards, closed }: Leaf, wanted: boolean): Sql {
  return wanted ? all([...guards, truth]) : all([...guards, ...closed, isNotTrue(truth)]);
}

/** True where the condition can never be undecided. */
export function isCertain(node: Node, context: Context): boolean {
  return context.readable === null && !hasGuard(node);
}

/** A condition as a value: true or false, undecided where the condition is. */
export function verdict(node: Node, context: Context): Value {
  const { type } = node;
  if (node.node === 'field') return fieldValue(holderOf(node.of, context), node.name, type, context);
  const value = booleanOf(node, context);
  if (isCertain(node, context)) return plainValue(type, value);
  return plainValue(type, value, [any([decide(node, true, context), decide(node, false, context)])]);
}

function leafOf(node: CallNode, context: Context): Leaf {
  if (node.fn === 'eq' || node.fn === 'ne' || ORDERS[node.fn]) return compared(node, context);
  switch (node.fn) {
    case 'in':
      return isMember(node, context);
    case 'under':
      return under(node, context);
    case 'blank':
    case 'filled':
      return presence(node, context);
    case 'contains':
    case 'starts_with':
    case 'ends_with':
      return textTest(node, context);
    default:
      throw new SqlRefused('function', node.fn);
  }
}

function compared(node: CallNode, context: Context): Leaf {
  const [a, b] = [argument(node, 0), argument(node, 1)];
  const [left, right] = [valueOf(a, context), valueOf(b, context)];
  const guards = [...left.guards, ...right.guards];
  const users = node.guarded === true ? [a, b].map((side) => isUserSide(side)) : [false, false];
  const blanks = [left, right].filter((_, index) => users[index]).map((side) => sql`${side.sql} IS NOT NULL`);
  if (node.fn === 'eq') return { truth: equal(left, right, blanks.length > 0, context), guards, closed: blanks };
  if (node.fn === 'ne')
    return {
      truth: isNotTrue(equal(left, right, blanks.length > 0, context)),
      guards: [...guards, ...blanks],
      closed: [],
    };
  return { truth: ordered(node.fn, left, right, context), guards, closed: blanks };
}

function presence(node: CallNode, context: Context): Leaf {
  const arg = argument(node, 0);
  if (arg.type.kind === 'list') {
    const { truth, guards } = filledList(arg, context);
    return { truth: node.fn === 'filled' ? truth : sql`NOT ${truth}`, guards, closed: [] };
  }
  const value = valueOf(arg, context);
  const sign = raw(node.fn === 'filled' ? 'IS NOT NULL' : 'IS NULL');
  return { truth: sql`${value.sql} ${sign}`, guards: value.guards, closed: [] };
}
