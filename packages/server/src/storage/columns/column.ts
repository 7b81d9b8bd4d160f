import type { Field, Wire } from '@ninefold/model';

/** What a column holds; each dialect has one codec for each. */
export type ColumnKind = 'text' | 'integer' | 'decimal' | 'boolean';

/** A stored value before it takes a database's own form: a decimal is a bigint that counts 10^-10, blank is null. */
export type Plain = null | string | number | bigint | boolean;

/** How a field type lives in one column of a table. */
export interface Column<F extends Field> {
  readonly kind: 'column';
  readonly holds: ColumnKind;
  /** A normalised, valid wire value as it is stored. */
  encode(value: Wire, field: F): Plain;
  /** A stored value in wire form. */
  decode(value: Plain, field: F): Wire;
}

/** A field type that lives in a table of its own: `lines` as child rows, `links` as (record, position, value). */
export interface ChildRows {
  readonly kind: 'lines' | 'links';
}

export type Storage<F extends Field> = Column<F> | ChildRows;
