import type { Scope, Value as ModelValue } from '@ninefold/model';
import type { SqlValue } from '../../sql/sql-value.ts';
import type { ParamSource, Value } from '../../expressions/context.ts';
import type { ExpressionDialect } from '../../expressions/dialect.ts';
import { decimalsOf } from '../../columns/registry.ts';
import { valueIn } from '../../expressions/parameters.ts';
import { column, join, name, param, raw, type Sql, sql } from '../../sql/sql.ts';
import { encode, encoded } from './encoding.ts';
import { callText } from './functions.ts';

const DIGITS = 10;
const INT64 = 2n ** 63n - 1n;
type Rounding = 'equal' | 'floor' | 'ceil';

/** Numbers of columns are integers of their scale, exact ones text × 10^10; functions of the language run in the evaluator itself. */
export const SQLITE_EXPRESSIONS: ExpressionDialect = {
  param: (_, value) => param(encoded(value)),
  blank: () => raw('NULL'),
  items: (_, alias, list) => ({
    from: sql`json_each(${param((scope) => jsonOf(list(scope)))}) AS ${name(alias)}`,
    value: column(alias, 'value'),
    order: column(alias, 'key'),
  }),
  scaleOf: decimalsOf,
  span: (ms) => sql`('0;0;' || ${ms})`,
  lengthOf: (span) => sql`nf_length(${span})`,
  counted: (count) => ({ sql: count, scale: 0 }),
  member: (file, name) => sql`(${file} ->> ${raw(`'$.${name}'`)})`,
  exact,
  rounded: (value, scale) => ({ sql: sql`nf_scaled(${exact(value)}, ${raw(String(scale))})`, scale }),
  numbers: (left, right, rounding) =>
    sameForm(left, right, rounding) ??
    (rounding === 'equal' ? [exact(left), exact(right)] : [sql`nf_compare(${exact(left)}, ${exact(right)})`, raw('0')]),
  same: (left, right) => sql`${left} IS ${right}`,
  call: (fn, type, values) => {
    const [left, right] = values;
    if (fn === 'contains' && left && right) return sql`instr(${left.sql}, ${right.sql}) > 0`;
    const args = values.map((value) => ({ type: value.type, scale: value.scale }));
    const text = param((scope) => callText({ fn, type, args }, scope.timeZone));
    return sql`nf_call(${join([text, ...values.map((value) => value.sql)], ', ')})`;
  },
  aggregate: (fn, item) => {
    const isExtreme = fn === 'min' || fn === 'max';
    if (isExtreme && (item.type.kind !== 'number' || item.scale !== null))
      return { sql: raw(`${fn}("v")`), scale: item.scale };
    const scale = String(item.scale ?? 'NULL');
    const sum = item.scale === null ? 'nf_sum("v", NULL)' : `nf_joined(${HIGH}, ${LOW}, ${scale})`;
    const others: Readonly<Record<string, string>> = { sum, avg: `nf_mean(${sum}, count("v"))` };
    const whole = others[fn] ?? `nf_${fn}("v", ${scale})`;
    return { sql: raw(whole), scale: null };
  },
};

/** Sums of whole numbers in two parts, none of which gets too large for SQLite: it adds up itself what JavaScript would take one by one. */
const HIGH = 'sum("v" / 1000000000)';
const LOW = 'sum("v" % 1000000000)';

function jsonOf(list: readonly ModelValue[]): string {
  return JSON.stringify(list.map(encode));
}

/** A number as exact text; other values as they are. */
function exact(value: Value): Sql {
  if (value.type.kind !== 'number' || value.scale === null) return value.sql;
  return sql`nf_exact(${value.sql}, ${raw(String(value.scale))})`;
}

/** Two numbers in one form, so that SQL compares them: a parameter takes the column's scale. */
function sameForm(left: Value, right: Value, rounding: Rounding): readonly [Sql, Sql] | null {
  if (right.param && left.scale !== null) return [left.sql, scaledParam(right.param, left.scale, rounding)];
  return left.scale !== null && left.scale === right.scale ? [left.sql, right.sql] : null;
}

/** A parameter as a scaled column is compared with it. Where no such integer is equal to it, a text that equals none. */
function scaledParam(source: ParamSource, scale: number, rounding: Rounding): Sql {
  const step = 10n ** BigInt(DIGITS - scale);
  return param((scope: Scope) => {
    const value = valueIn(source, scope);
    return typeof value === 'bigint' ? scaledTo(value, step, rounding) : null;
  });
}

function scaledTo(value: bigint, step: bigint, rounding: Rounding): SqlValue {
  const rest = value % step;
  const floor = value / step - (rest < 0n ? 1n : 0n);
  if (rounding === 'equal') return rest === 0n && within(floor) === floor ? floor : 'none';
  return within(rounding === 'ceil' && rest !== 0n ? floor + 1n : floor);
}

function within(value: bigint): bigint {
  return value > INT64 ? INT64 : value < -INT64 ? -INT64 : value;
}
