import type { Condition, Expression, Model, Node, Type } from '@ninefold/model';
import type { ExpressionDialect } from './dialect.ts';
import { SqlRefused } from './refused.ts';
import type { Param, Sql } from '../sql/sql.ts';

/** A row of a table that the statement has at hand: a record, or with `lines` a line of that field. */
export interface RowHolder {
  readonly kind: 'row';
  readonly entity: string;
  readonly lines: string | null;
  readonly alias: string;
}

/** A record or line by its id. */
export interface IdHolder {
  readonly kind: 'id';
  readonly entity: string;
  readonly lines: string | null;
  readonly id: Sql;
  /** What must hold, or else nothing read through it is decided. */
  readonly guards: readonly Sql[];
}

export type Holder = RowHolder | IdHolder;

/**
 * A value in SQL. Numbers are integers scaled by 10^`scale`, or with `scale` null what the dialect takes for the exact
 * number; records and lines are their id; blank is NULL. Where a guard does not hold the value is undecided.
 */
export interface Value {
  readonly kind: 'value';
  readonly type: Type;
  readonly sql: Sql;
  readonly scale: number | null;
  readonly guards: readonly Sql[];
  /** The same before it is encoded, where it does not depend on the row. */
  readonly param: ParamSource | null;
}

export interface ParamSource {
  readonly node: Node;
  readonly expression: Expression;
}

/** Whether the caller may read a field: always, never, or where a condition holds for its record. */
export type FieldReadable = (entity: string, field: string) => boolean | Condition;

export interface Context {
  readonly model: Model;
  readonly dialect: ExpressionDialect;
  /** The variables that depend on the row; everything else is a parameter. */
  readonly rows: ReadonlyMap<string, Holder | Value>;
  readonly readable: FieldReadable | null;
  /** Whether denormalised columns may be read. */
  readonly denormalised: boolean;
  /** Shared by everything compiled for one statement. */
  readonly budget: { nodes: number; aliases: number; readonly most: number };
}

/** Counts one node; stops expressions whose SQL would grow without bounds. */
export function spend(context: Context): void {
  context.budget.nodes += 1;
  if (context.budget.nodes > context.budget.most) throw new SqlRefused('complex', String(context.budget.most));
}

export function freshAlias(context: Context): string {
  context.budget.aliases += 1;
  return `x${context.budget.aliases}`;
}

/** The same with other row variables. */
export function withRows(context: Context, rows: ReadonlyMap<string, Holder | Value>): Context {
  return { ...context, rows };
}

export function withRow(context: Context, variable: string, row: Holder | Value): Context {
  return withRows(context, new Map(context.rows).set(variable, row));
}

export type { Param };
