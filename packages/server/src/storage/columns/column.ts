import type { Field, Wire } from '@ninefold/model';

/** What a column holds; each dialect has one codec for each. */
export type ColumnKind = 'text' | 'integer' | 'decimal' | 'boolean';

/** A stored value before it takes a database's own form: a decimal is a bigint that counts 10^-10, blank is null. */
export type Plain = null | string | number | bigint | boolean;

/** How a database makes texts of stored values. */
export interface Texts {
  /** Decimal text of a number column, with all its decimals. */
  decimalText(column: string, scale: number): string;
}

/**
 * How stored values have to be read, as a database remembers it of its columns: the word and, behind a space, a detail
 * (`decimal 2`, `reference user`). Values of columns with one meaning can be read as each other's.
 */
export interface Meaning {
  readonly word: string;
  /** SQL of the stored value as a text that a value of another type may be read from. */
  text(texts: Texts, column: string, detail: string): string;
  /** SQL that is true where the column says anything. */
  filled(column: string): string;
  /** Whether two texts say the same value: that of a stored one, and that of what came of it in another type. */
  same(text: string, other: string): boolean;
}

/** How a field type lives in one column of a table. */
export interface Column<F extends Field> {
  readonly kind: 'column';
  readonly holds: ColumnKind;
  /** A normalised, valid wire value as it is stored. */
  encode(value: Wire, field: F): Plain;
  /** A stored value in wire form. */
  decode(value: Plain, field: F): Wire;
  readonly meaning: Meaning;
  /** What stands behind the word of its meaning. */
  detail(field: F): string | null;
  /** The text of another meaning as a value that says the same; undefined where none does. */
  reread(text: string, field: F): Wire | undefined;
  /** SQL of the text by which a title shows a value that is not blank. */
  title(texts: Texts, column: string, field: F): string;
  /** How many decimals a number keeps; null where it is no number of the language. */
  decimals(field: F): number | null;
  /** Whether words of its values are found by a search. */
  readonly searched: boolean;
  /** Whether its values are short enough to stand in an index that holds other columns too. */
  readonly short: boolean;
}

/** A field type that lives in a table of its own: `lines` as child rows, `links` as (record, position, value). */
export interface ChildRows {
  readonly kind: 'lines' | 'links';
  /** One item of a link table's list as its row holds it; null for what is none. */
  encode(item: Wire): string | null;
  /** What a row of a link table holds, in wire form. */
  decode(value: string): Wire;
}

export type Storage<F extends Field> = Column<F> | ChildRows;
