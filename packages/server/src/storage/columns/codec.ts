import type { SqlValue } from '../sql/sql-value.ts';
import type { ColumnKind, Plain } from './column.ts';

/** The form that one kind of value takes in one database; `scale` is the number of decimals, 0 where there are none. */
export interface Codec {
  sqlType(scale: number): string;
  encode(value: Plain, scale: number): SqlValue;
  decode(value: SqlValue, scale: number): Plain;
}

export type Codecs = Readonly<Record<ColumnKind, Codec>>;
