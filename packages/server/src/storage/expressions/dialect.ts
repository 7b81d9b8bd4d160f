import type { Field, Scope, Type, Value as ModelValue } from '@ninefold/model';
import type { Value } from './context.ts';
import type { Sql } from '../sql/sql.ts';

/** The items of a list that is known before the statement runs, as rows of a subselect. */
export interface ItemRows {
  readonly from: Sql;
  /** One item, as every value of its type. */
  readonly value: Sql;
  /** Orders the rows as the list. */
  readonly order: Sql;
}

/**
 * What one database says differently from another in the SQL of an expression. Truth is a value that `IS TRUE` takes,
 * texts compare by code point, records and lines are their id, blank is NULL.
 */
export interface ExpressionDialect {
  /** A value known before the statement runs. */
  param(type: Type, value: (scope: Scope) => ModelValue): Sql;
  /** Nothing, as a value of this type. */
  blank(type: Type): Sql;
  /** A list known before the statement runs; `of` is the type of its items. */
  items(of: Type, alias: string, list: (scope: Scope) => readonly ModelValue[]): ItemRows;
  /** The scale by which a column counts this field's smallest unit; null where it holds the number itself, or no number. */
  scaleOf(field: Field): number | null;
  /** Milliseconds of a column as a span, and back: the length of a span, blank where no column holds it. */
  span(ms: Sql): Sql;
  lengthOf(span: Sql): Sql;
  /** A whole number that SQL itself counts, as a number of the language: its SQL and its scale. */
  counted(count: Sql): Pick<Value, 'sql' | 'scale'>;
  /** A member of a file, which a column holds as JSON: a text, or for `size` a whole number that SQL counts. */
  member(file: Sql, name: string): Sql;
  /** A number in the form that has no scale. Other values as they are. */
  exact(value: Value): Sql;
  /** A number rounded half away from zero to this many decimals, as a column of that scale holds it. */
  rounded(value: Value, scale: number): Pick<Value, 'sql' | 'scale'>;
  /** Two numbers so that SQL's own operator compares them; `rounding` is for a bound that lies between two values of a column. */
  numbers(left: Value, right: Value, rounding: 'equal' | 'floor' | 'ceil'): readonly [Sql, Sql];
  /** Equality in which blank equals blank. */
  same(left: Sql, right: Sql, isParam: boolean): Sql;
  /** A function of the language. */
  call(fn: string, type: Type, args: readonly Value[]): Sql;
  /** `sum`, `avg`, `min` or `max` of the column `"v"`, which holds such items. */
  aggregate(fn: string, item: Value): Pick<Value, 'sql' | 'scale'>;
}
