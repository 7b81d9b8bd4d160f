import { formatDecimal, type Expression, type Node, type Period } from '@ninefold/model';
import { compileSql } from '../../../storage/expressions/compile.ts';
import { all, any, column, raw, sql, type Sql } from '../../../storage/sql/sql.ts';
import type { Context } from '../../context/context.ts';
import type { View } from '../../views/view.ts';
import { readableValue, whereSql } from '../../views/where.ts';
import { momentKind } from './group-params.ts';

/** The day of a field of the rows `t`, in the time zone of the application. */
export function dayOf({ model, dialect }: Context, { entity }: View, name: string): Sql {
  const own = Object.hasOwn(entity.fields, name) ? (entity.fields[name] ?? null) : null;
  if (momentKind(entity, own, name) === 'date') return column('t', name);
  const record: Node = { node: 'variable', type: { kind: 'record', entity: entity.id }, name: 'record' };
  const moment: Node = { node: 'field', type: { kind: 'datetime' }, of: record, name };
  const day: Expression = {
    source: `date(record.${name})`,
    type: { kind: 'date' },
    tree: { node: 'call', type: { kind: 'date' }, fn: 'date', args: [moment] },
    reads: [`record.${name}`],
  };
  return compileSql(day, { model, dialect: dialect.expressions, entity: entity.id, alias: 't' });
}

/** A period as a text that sorts as time does: `2026-03-02` of a day and of the Monday of a week, `2026-03`, `2026`. */
export function periodSql({ dialect }: Context, day: Sql, period: Period): Sql {
  if (period === 'day') return day;
  if (period === 'week') return raw(dialect.mondayOf(day.text), day);
  return sql`substr(${day}, 1, ${raw(period === 'year' ? '4' : '7')})`;
}

/**
 * What an expression says of each row `t`, and the rows on which this reader may read all that it reads. What is true or false is
 * `true` or `false`: each on the rows that a list with this condition has.
 */
export function expressionKey(
  context: Context,
  { entity, rights }: View,
  of: Expression,
): { readonly value: Sql; readonly rows: Sql } {
  if (of.type.kind !== 'boolean') {
    const { value, rows } = readableValue(context, entity, rights, of);
    return { value: context.dialect.expressions.exact(value), rows };
  }
  const yes = whereSql(context, entity, rights, of);
  const no = whereSql(context, entity, rights, negated(of));
  return { value: sql`CASE WHEN ${yes} THEN 'true' WHEN ${no} THEN 'false' END`, rows: all([any([yes, no])]) };
}

function negated({ source, type, tree, reads }: Expression): Expression {
  const not: Node | null = tree === null ? null : { node: 'call', type: { kind: 'boolean' }, fn: 'not', args: [tree] };
  return { source: `!(${source})`, type, tree: not, reads };
}

/** A number with the decimals that it has. */
export function plainNumber(value: bigint | null): string | null {
  return value === null ? null : formatDecimal(value, DECIMALS).replace(/\.?0+$/, '');
}

/** As many as every operation is rounded to. */
const DECIMALS = 10;
