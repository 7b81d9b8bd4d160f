import type * as v from 'valibot';
import type { Field } from '../ir/field.ts';
import type { Type } from '../ir/expression.ts';
import type { DatetimeContext } from '../typed/parse-datetime.ts';
import type { Value } from '../values/value.ts';
import type { Wire } from '../wire/answers.ts';
import type { DecimalSign } from '../wire/import.ts';

/** The five kinds of the declared form schemas. */
export type Kind = 'string' | 'number' | 'boolean' | 'date' | 'object';

/** Schema of a filled value; its messages are ids of the error catalogue. */
export type ValueSchema = v.GenericSchema<unknown, unknown>;

/** What `min` and `max` bound: the value itself, the length of a text, the number of items or the size of a file. */
export type Bounded = 'value' | 'moment' | 'length' | 'count' | 'bytes';

/** A cell of a table or a typed text; a `Date` is a day or a wall clock, read as if it were in UTC. */
export type TypedCell = string | number | boolean | Date;

/** What reading a typed text depends on. */
export interface TypedContext extends DatetimeContext {
  /** What stands before the decimals of numbers; left out: as in the language, or a point. */
  readonly decimalSign?: DecimalSign;
  /** Names of an option: its id, and its labels in every language. */
  readonly options: (field: Field, option: string) => readonly string[];
  /** What a word for yes or no says; null where it is not one. */
  readonly truth: (word: string) => boolean | null;
  /** A JSON text as a value; undefined where it is not JSON, or nests too deeply. */
  readonly json: (text: string) => Wire | undefined;
}

/** Whether two normalised values of a field are the same. */
export type Same = (field: Field, a: Wire | undefined, b: Wire | undefined) => boolean;

/** What a field type means for values, the same in browser and server. */
export interface TypeRules<F extends Field> {
  readonly kind: Kind;
  /** The type of the field inside expressions. */
  type(field: F, entity: string): Type;
  /** A well-formed value in its one canonical wire form; anything else unchanged, for the schema to refuse. Blank is null. */
  normal(value: Wire, field: F): Wire;
  schema(field: F): ValueSchema;
  /** A value of the evaluator as it stands in this field, rounded to its scale. */
  toWire(value: Value, field: F): Wire;
  /** Whether two normalised values are the same. Left out: where they are one value of JSON. */
  same?(a: Wire | undefined, b: Wire | undefined, field: F, sameInner: Same): boolean;
  /** Whether what people write stands for a stored value, where their form has less than the value: a moment without its milliseconds. Left out: where both are the same. */
  standsFor?(written: Wire, stored: Wire): boolean;
  /** What `min` and `max` bound; null where the type has none. */
  readonly bounded: Bounded | null;
  /** The value in the exact notation of specifications and data files; undefined where the text is none. Null: it has no such notation. */
  readonly read: ((text: string, field: F) => Wire | undefined) | null;
  /** A cell as people and spreadsheets write it; what cannot be read stays as it is, for the schema to refuse. */
  typed(cell: TypedCell, field: F, context: TypedContext): Wire;
  /** A filled value in words, as the reader's language writes it; of a list, one item. */
  words(value: string, wording: Wording): string;
  readonly traits: Traits<F>;
}

/** What turns a value into words. `timeZone`: that of the application. */
export interface Wording {
  readonly language: string;
  readonly timeZone: string;
  /** The label of an option of the field. */
  option(option: string): string;
  boolean(value: boolean): string;
}

/** What shared code asks about a type in place of its name. */
export interface Traits<F extends Field = Field> {
  /** One value, or an ordered list of values. */
  readonly count: 'one' | 'many';
  /** Values are records of the entity `to`. */
  readonly refers: boolean;
  /** Values are among `options`. */
  readonly offers: boolean;
  /** Values are lines with `fields` of their own. */
  readonly nests: boolean;
  /** Values are files, kept beside the data. */
  readonly files: boolean;
  /** Values are of any form that JSON has; inside of the project each is a text. */
  readonly json: boolean;
  /** Values can be written and never read: whoever reads learns whether there is one. */
  readonly secret: boolean;
  /** The server draws the value; nobody gives it. */
  readonly drawn: boolean;
  /** A title shows the value in words, as the reader's language has it; otherwise as it is stored: names, numbers of files, years. */
  readonly titledInWords: boolean;
  /** Text that people write: one line or several. */
  readonly prose: 'line' | 'block' | null;
  /** Members of the field, beside those of every field, that hold an expression or null. */
  readonly expressions: readonly (keyof F & string)[];
}
