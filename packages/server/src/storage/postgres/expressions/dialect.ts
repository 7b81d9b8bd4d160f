import { isDuration, shortDecimal, type Scope, type Value as ModelValue } from '@ninefold/model';
import type { ExpressionDialect } from '../../expressions/dialect.ts';
import { name, param, raw, sql } from '../../sql/sql.ts';
import { callSql } from './calls.ts';
import { typed } from './types.ts';

/** Numbers are `numeric`, truth is `boolean`, texts compare by code point; nothing here can throw. */
export const POSTGRES_EXPRESSIONS: ExpressionDialect = {
  param: (type, value) => {
    if (type.kind === 'null') return raw('NULL');
    return typed(
      type,
      param((scope: Scope) => encode(value(scope))),
    );
  },
  blank: (type) => typed(type, raw('NULL')),
  items: (of, alias, list) => {
    const json = param((scope) => JSON.stringify(list(scope).map(encode)));
    return {
      from: sql`jsonb_array_elements_text(${json}::jsonb) WITH ORDINALITY AS ${name(alias)}("value", "key")`,
      value: typed(of, sql`${name(alias)}."value"`),
      order: sql`${name(alias)}."key"`,
    };
  },
  scaleOf: () => null,
  span: (ms) => sql`nf_span(0, 0, (${ms})::double precision)`,
  lengthOf: (span) => sql`nf_whole(nf_length(${span}))`,
  counted: (count) => ({ sql: sql`(${count})::numeric`, scale: null }),
  member: (file, name) =>
    sql`(CAST(${file} AS json) ->> ${raw(`'${name}'`)})${raw(name === 'size' ? '::numeric' : '')}`,
  exact: (value) => value.sql,
  rounded: (value, scale) => ({ sql: sql`round(${value.sql}, ${raw(String(scale))})`, scale: null }),
  numbers: (left, right) => [left.sql, right.sql],
  same: (left, right, isParam) =>
    isParam
      ? sql`(${left} = ${right} OR (${right} IS NULL AND ${left} IS NULL))`
      : sql`${left} IS NOT DISTINCT FROM ${right}`,
  call: callSql,
  aggregate: (fn) => ({ sql: raw(AGGREGATES[fn] ?? `${fn}("v")`), scale: null }),
};

const SUM = 'nf_bounded(coalesce(sum("v"), 0))';
const AGGREGATES: Readonly<Record<string, string>> = { sum: SUM, avg: `nf_divide(${SUM}, count("v"))` };

/** A value as text that PostgreSQL reads by its type. */
function encode(value: ModelValue): string | boolean | null {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'bigint') return shortDecimal(value);
  if (isDuration(value)) return `{${value.months},${value.days},${value.ms}}`;
  const id = (value as { readonly id?: unknown }).id; // a record, a line or a reference
  return typeof id === 'string' ? id : null;
}
