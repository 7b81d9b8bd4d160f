import type * as v from 'valibot';
import type { Field } from '../ir/field.ts';
import type { Type } from '../ir/expression.ts';
import type { Value } from '../values/value.ts';
import type { Wire } from '../wire/answers.ts';

/** The five kinds of the declared form schemas. */
export type Kind = 'string' | 'number' | 'boolean' | 'date' | 'object';

/** Schema of a filled value; its messages are ids of the error catalogue. */
export type ValueSchema = v.GenericSchema<unknown, unknown>;

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
}
