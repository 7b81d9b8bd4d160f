import type { Field, Wire } from '@ninefold/model';
import type { SqlValue } from '../database.ts';

/** How a field type lives in one column of a table. Blank is NULL, except where `absent` says otherwise. */
export interface Column<F extends Field> {
  readonly kind: 'column';
  readonly sqlType: 'TEXT' | 'INTEGER';
  /** What stands in the column where nothing was ever written. */
  readonly absent: SqlValue;
  /** A normalised, valid wire value as it is stored. */
  encode(value: Wire, field: F): SqlValue;
  /** A stored value in wire form. */
  decode(value: SqlValue, field: F): Wire;
}

/** A field type that lives in a table of its own: `lines` as child rows, `links` as (record, position, value). */
export interface ChildRows {
  readonly kind: 'lines' | 'links';
}

export type Storage<F extends Field> = Column<F> | ChildRows;
