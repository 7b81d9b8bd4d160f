import { RUNTIME_LIMITS, type Expression, type Field, type LinesField, type Model, type Node } from '@ninefold/model';
import { decide } from './conditions.ts';
import type { Context, FieldReadable, Value } from './context.ts';
import type { ExpressionDialect } from './dialect.ts';
import { storedForm } from './numbers.ts';
import { conditionOn } from './holders.ts';
import { SqlRefused } from './refused.ts';
import { existsIn, rowsOf } from './rows.ts';
import { all, column, type Sql, sql } from '../sql/sql.ts';
import { valueOf } from './values.ts';

/** Where a compiled expression stands in a statement. */
export interface SqlPlace {
  readonly model: Model;
  readonly dialect: ExpressionDialect;
  /** The entity of the rows, and the alias under which the statement has them. */
  readonly entity: string;
  readonly alias: string;
  /** The variable that names the row; `record` unless said otherwise. Every other variable is a parameter. */
  readonly variable?: 'record' | 'option';
  /**
   * Given for a caller's own conditions: what the caller may read of each record on the way. `lines.field` is asked as `lines`.
   * Unreadable fields are refused, conditionally readable ones leave the comparison undecided.
   */
  readonly fieldReadable?: FieldReadable;
  /** Reads denormalised columns in place of their paths: for tables whose columns are those of the model. */
  readonly denormalised?: true;
  /** How many parts its SQL may have; `where_cost` of the runtime unless said otherwise. */
  readonly cost?: number;
}

/**
 * A condition as SQL that is true exactly where the expression holds, and false or NULL elsewhere. An expression of
 * another type gives its value: numbers as the dialect's exact form, else as stored. Throws `SqlRefused`.
 */
export function compileSql(expression: Expression, place: SqlPlace): Sql {
  const { tree } = expression;
  if (tree === null) throw new SqlRefused('undecided', expression.source);
  const context = contextOf(place);
  if (tree.type.kind === 'boolean') return decide(tree, true, context);
  const value = valueOf(tree, context);
  return value.guards.length === 0 ? value.sql : sql`CASE WHEN ${all(value.guards)} THEN ${value.sql} END`;
}

/** The value of an expression that is neither true nor false; where a guard does not hold it is undecided. Throws `SqlRefused`. */
export function compileGuarded({ tree, source }: Expression, place: SqlPlace): Value {
  if (tree === null) throw new SqlRefused('undecided', source);
  return valueOf(tree, contextOf(place));
}

/** The value of an expression as the column of this field would hold it: rounded to its scale. */
export function compileValue(expression: Expression, place: SqlPlace, field: Field): Sql {
  const { tree } = expression;
  if (tree === null) throw new SqlRefused('undecided', expression.source);
  const context = contextOf(place);
  if (tree.type.kind === 'boolean') return sql`(${decide(tree, true, context)}) IS TRUE`;
  return storedForm(valueOf(tree, context), field, context).sql;
}

/** Whether some line of a record shows a value of this field for which `found` holds, which is given its column. */
export function compileInLines(
  place: SqlPlace,
  { lines, field }: { readonly lines: LinesField; readonly field: Field },
  found: (column: Sql) => Sql,
): Sql {
  const { entity } = place;
  const context = contextOf(place);
  const of: Node = { node: 'variable', type: { kind: 'record', entity }, name: 'record' };
  const line = { kind: 'line', entity, field: lines.id } as const;
  const rows = rowsOf({ node: 'field', type: { kind: 'list', of: line }, of, name: lines.id }, context);
  if (rows.item.kind !== 'row') throw new SqlRefused('field', `${entity}.${lines.id}`);
  const shown = field.visibleWhen === null ? [] : [conditionOn(rows.item, field.visibleWhen, context)];
  return existsIn(rows, [...shown, found(column(rows.item.alias, field.id))]);
}

const MOST = Number(RUNTIME_LIMITS['where_cost']?.value);

function contextOf(place: SqlPlace): Context {
  const row = { kind: 'row', entity: place.entity, lines: null, alias: place.alias } as const;
  return {
    model: place.model,
    dialect: place.dialect,
    rows: new Map([[place.variable ?? 'record', row]]),
    readable: place.fieldReadable ?? null,
    denormalised: place.denormalised === true,
    budget: { nodes: 0, aliases: 0, most: place.cost ?? MOST },
  };
}
