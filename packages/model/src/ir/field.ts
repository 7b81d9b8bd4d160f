import type { Expression } from './expression.ts';
import type { DurationField } from './duration-field.ts';
import type { FileField, FilesField } from './file-field.ts';
import type { TimeField } from './time-field.ts';
import type { FieldCommon, NumericField } from './field-common.ts';
import type { Options } from './option.ts';

/** One line of text; `pattern` is a regular expression for the whole of it. */
export interface StringField extends FieldCommon {
  readonly type: 'string';
  readonly format: 'email' | 'url' | 'phone' | 'code' | null;
  readonly pattern: string | null;
}
/** Text of several lines. */
export interface TextField extends FieldCommon {
  readonly type: 'text';
  readonly format: 'plain' | 'markdown';
}
/** One of the options, by id. */
export interface ChoiceField extends FieldCommon, Options {
  readonly type: 'choice';
}
/** Some of the options, by id, in the order of the options. */
export interface ChoicesField extends FieldCommon, Options {
  readonly type: 'choices';
}
/** `pattern` holds `{yyyy}`, `{mm}`, paths of the record such as `{team.code}`, and one run of zeros in braces, `{00000}`. */
export interface SequenceField extends FieldCommon {
  readonly type: 'sequence';
  readonly pattern: string;
  /** The list of the texts of its paths, in their order; null where it has none. */
  readonly per: Expression | null;
  /** The transition that draws the number; null: creation. */
  readonly given: string | null;
}
/** One record of the entity `to`; its `inverse` lists those that refer to a record. */
export interface ReferenceField extends FieldCommon {
  readonly type: 'reference';
  readonly to: string;
  readonly inverse: string;
  readonly onDelete: 'restrict' | 'clear' | 'cascade';
  /** What the picker offers and the server accepts; reads `option`. */
  readonly where: Expression | null;
  /** Fills it with the one record for which it holds; reads `option`. */
  readonly find: Expression | null;
  /** Of one part of a reference to one of several entities (`whom.user`): the entities of its other parts. Empty elsewhere. */
  readonly alsoTo: readonly string[];
  /**
   * Of the part of a reference to a line that names the line (`row.rows`, with `to: order.rows`): the field of `to` that holds the
   * lines. Its `where` holds where the line is one of the record in the part beside it (`row.order`), and may be picked.
   */
  readonly toLines: string | null;
}
/** The line of a reference to one: a `ReferenceField` whose values are lines of a record. */
export type LineReferenceField = ReferenceField & { readonly toLines: string };
/** Some records of the entity `to`. */
export interface ReferencesField extends FieldCommon {
  readonly type: 'references';
  readonly to: string;
  readonly inverse: string;
  readonly where: Expression | null;
  /** Of one part of references to several entities (`whom.user`): the entities of its other parts. Empty elsewhere. */
  readonly alsoTo: readonly string[];
}
/** A whole number. */
export interface IntegerField extends NumericField {
  readonly type: 'integer';
}
/** A decimal with `scale` digits after the point. */
export interface NumberField extends NumericField {
  readonly type: 'number';
  readonly scale: number;
}
/** `scale` is that of the currency (EUR 2, JPY 0); where the record says which one it is, the most that an amount may have. */
export interface MoneyField extends NumericField {
  readonly type: 'money';
  readonly scale: number;
  /** Its code; `?` where only the record says it. */
  readonly currency: string;
  /** The code, where each record has its own; else null. */
  readonly currencyFrom: Expression | null;
}
/** A decimal with `scale` digits, shown with a percent sign: 12.5 stands for 12.5 %. */
export interface PercentField extends NumericField {
  readonly type: 'percent';
  readonly scale: number;
}
/** True or false, never blank. */
export interface BooleanField extends FieldCommon {
  readonly type: 'boolean';
}
/** A calendar day, `2026-03-05`; `era`: in Japanese it is read in the imperial era too. */
export interface DateField extends FieldCommon {
  readonly type: 'date';
  readonly era: boolean;
}
/** An instant in UTC with milliseconds; `era` as for a date. */
export interface DatetimeField extends FieldCommon {
  readonly type: 'datetime';
  readonly era: boolean;
}
/** Rows that belong to the record and are deleted with it. */
export interface LinesField extends FieldCommon {
  readonly type: 'lines';
  readonly fields: Readonly<Record<string, Field>>;
}

/** Any value of JSON. Inside of the project it is a text in the one form that `jsonText` writes, so that equal values are equal texts. */
export interface JsonField extends FieldCommon {
  readonly type: 'json';
}

/** A text that is kept as a hash: it can be written and never read. `pattern` as of a `string`. */
export interface SecretField extends FieldCommon {
  readonly type: 'secret';
  readonly pattern: string | null;
}

/** A field of an entity, of a line or of the form of a transition. */
export type Field =
  | StringField
  | TextField
  | ChoiceField
  | ChoicesField
  | SequenceField
  | ReferenceField
  | ReferencesField
  | IntegerField
  | NumberField
  | MoneyField
  | PercentField
  | BooleanField
  | DateField
  | DatetimeField
  | DurationField
  | TimeField
  | FileField
  | FilesField
  | JsonField
  | SecretField
  | LinesField;

/** The ids of all field types. */
export type FieldType = Field['type'];
/** The fields of one type. */
export type FieldOf<T extends FieldType> = Extract<Field, { readonly type: T }>;
