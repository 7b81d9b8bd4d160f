import type { Node, Type } from '@ninefold/model';
import { decide, verdict } from './conditions.ts';
import { type Context, spend, type Value } from './context.ts';
import { fieldValue, holderOf, idOf, denormalisedValue } from './holders.ts';
import { aggregate, elementAt, listSize } from './lists.ts';
import { isFree, paramValue } from './parameters.ts';
import { workdays } from './workdays.ts';
import { SqlRefused } from './refused.ts';
import { join, raw, type Sql, sql } from '../sql/sql.ts';

type FieldNode = Extract<Node, { readonly node: 'field' }>;
export type CallNode = Extract<Node, { readonly node: 'call' }>;

export function plainValue(type: Type, text: Sql, guards: readonly Sql[] = [], scale: number | null = null): Value {
  return { kind: 'value', type, sql: text, scale, guards, param: null };
}

/** Compiles a part whose value is one value. */
export function valueOf(node: Node, context: Context): Value {
  spend(context);
  if (isFree(node, context)) return paramValue(node, context);
  switch (node.node) {
    case 'variable': {
      const row = context.rows.get(node.name);
      return row?.kind === 'value' ? row : idOf(holderOf(node, context), node.type);
    }
    case 'field':
      if (node.of.type.kind === 'file') return fileMember(valueOf(node.of, context), node, context);
      return denormalisedValue(node, context) ?? fieldValue(holderOf(node.of, context), node.name, node.type, context);
    case 'call':
      return callValue(node, context);
    default:
      if (node.type.kind === 'boolean') return verdict(node, context);
      throw new SqlRefused('function', node.node === 'macro' ? node.fn : '[…]');
  }
}

function fileMember(file: Value, { name, type }: FieldNode, { dialect }: Context): Value {
  const member = dialect.member(file.sql, name);
  if (type.kind !== 'number') return plainValue(type, member, file.guards);
  const { sql: size, scale } = dialect.counted(member);
  return plainValue(type, size, file.guards, scale);
}

/** Functions that each dialect calls by its own means. */
const CALLED = new Set([
  ...['add', 'sub', 'mul', 'div', 'quotient', 'mod', 'neg', 'abs', 'floor', 'ceil', 'round', 'lower', 'text'],
  ...['seconds', 'minutes', 'hours', 'days', 'weeks', 'months', 'years', 'date', 'start_of_month', 'end_of_month'],
  ...['year', 'month', 'day', 'hour', 'minute', 'weekday', 'time', 'days_between', 'age', 'min', 'max'],
]);

function callValue(node: CallNode, context: Context): Value {
  const [first] = node.args;
  const overList = first?.type.kind === 'list';
  if (node.fn === 'if') return choice(node, context);
  if (node.fn === 'or_else') return orElse(node, context);
  if (node.fn === 'size' && first) return overList ? listSize(first, context) : textSize(first, context);
  if ((node.fn === 'first' || node.fn === 'last') && first) return elementAt(node.fn, first, node.type, context);
  if (overList && first && AGGREGATES.has(node.fn)) return aggregate(node.fn, first, node.type, context);
  if (node.fn === 'workdays') return workdays(node.args, context);
  if (node.type.kind === 'boolean') return verdict(node, context);
  if (!CALLED.has(node.fn)) throw new SqlRefused('function', node.fn);
  const values = node.args.map((arg) => valueOf(arg, context));
  if (node.fn === 'text' && first?.type.kind === 'record') throw new SqlRefused('function', 'text(record)');
  const guards = values.flatMap((value) => value.guards);
  if (node.fn === 'add' && node.type.kind === 'text') return plainValue(node.type, joined(values), guards);
  return plainValue(node.type, context.dialect.call(node.fn, node.type, values), guards);
}

const AGGREGATES = new Set(['sum', 'avg', 'min', 'max']);

function joined(values: readonly Value[]): Sql {
  return sql`nullif(${join(
    values.map((value) => sql`coalesce(${value.sql}, '')`),
    ' || ',
  )}, '')`;
}

function textSize(node: Node, context: Context): Value {
  const value = valueOf(node, context);
  const { sql: size, scale } = context.dialect.counted(sql`coalesce(length(${value.sql}), 0)`);
  return plainValue({ kind: 'number' }, size, value.guards, scale);
}

/** Values that take each other's place need one form. */
function united(
  values: readonly Value[],
  { dialect }: Context,
): { readonly pieces: readonly Sql[]; readonly scale: number | null } {
  const [first] = values;
  const scale = first?.scale ?? null;
  if (values.every((value) => value.scale === scale)) return { pieces: values.map((value) => value.sql), scale };
  return { pieces: values.map((value) => dialect.exact(value)), scale: null };
}

function choice(node: CallNode, context: Context): Value {
  const [condition, yes, no] = node.args;
  if (!condition || !yes || !no) throw new SqlRefused('function', 'if');
  if (node.type.kind === 'boolean') return verdict(node, context);
  if (node.type.kind === 'list') throw new SqlRefused('function', '? : of lists');
  const test = verdict(condition, context);
  const [left, right] = [valueOf(yes, context), valueOf(no, context)];
  const { pieces, scale } = united([left, right], context);
  const [a, b] = [pieces[0] ?? raw('NULL'), pieces[1] ?? raw('NULL')];
  const guards = [...test.guards, ...branch(test.sql, left.guards, 'TRUE'), ...branch(test.sql, right.guards, 'FALSE')];
  return plainValue(node.type, sql`CASE WHEN ${test.sql} THEN ${a} ELSE ${b} END`, guards, scale);
}

/** The guards of a branch count only where it is taken. */
function branch(test: Sql, guards: readonly Sql[], taken: 'TRUE' | 'FALSE'): readonly Sql[] {
  return guards.map((guard) => sql`(${test} <> ${raw(taken)} OR ${guard})`);
}

function orElse(node: CallNode, context: Context): Value {
  const values = node.args.map((arg) => valueOf(arg, context));
  const { pieces, scale } = united(values, context);
  const [first, second] = values;
  if (!first || !second) throw new SqlRefused('function', 'or_else');
  const late = second.guards.map((guard) => sql`(${first.sql} IS NOT NULL OR ${guard})`);
  return plainValue(node.type, sql`coalesce(${join(pieces, ', ')})`, [...first.guards, ...late], scale);
}

/** A boolean that is stored or computed, as true or false. */
export function booleanOf(node: Node, context: Context): Sql {
  return sql`((${decide(node, true, context)}) IS TRUE)`;
}
