import * as v from 'valibot';
import type { Field, FieldOf, FieldType } from '../ir/field.ts';
import type { Type } from '../ir/expression.ts';
import type { Value } from '../values/value.ts';
import type { Wire } from '../wire/answers.ts';
import { booleanRules } from './boolean.ts';
import { choiceRules } from './choice.ts';
import { choicesRules } from './choices.ts';
import { dateRules } from './date.ts';
import { datetimeRules } from './datetime.ts';
import { integerRules } from './integer.ts';
import { linesRules } from './lines.ts';
import { decimalRules } from './number.ts';
import { referenceRules, referencesRules } from './reference.ts';
import type { Kind, TypeRules, ValueSchema } from './rules.ts';
import { sequenceRules } from './sequence.ts';
import { stringRules } from './string.ts';
import { textRules } from './text.ts';

const RULES: { readonly [T in FieldType]: TypeRules<FieldOf<T>> } = {
  string: stringRules,
  text: textRules,
  choice: choiceRules,
  choices: choicesRules,
  sequence: sequenceRules,
  reference: referenceRules,
  references: referencesRules,
  integer: integerRules,
  number: decimalRules,
  money: decimalRules,
  percent: decimalRules,
  boolean: booleanRules,
  date: dateRules,
  datetime: datetimeRules,
  lines: linesRules,
};

function rulesOf<F extends Field>(field: F): TypeRules<F> {
  return RULES[field.type] as unknown as TypeRules<F>; // the registry pairs each type with its rules
}

/** Which of the five schema kinds a field type belongs to. */
export function kindOf(type: FieldType): Kind {
  return RULES[type].kind;
}

/** The type that a field has inside expressions. */
export function typeOf(field: Field, entity: string): Type {
  return rulesOf(field).type(field, entity);
}

/** A sent value in canonical wire form: text NFC and trimmed, decimals with their scale, blank null. Never throws. */
export function normalValue(field: Field, value: Wire): Wire {
  const normal = rulesOf(field).normal(value === '' ? null : value, field);
  return normal === '' ? null : normal;
}

/** Declared schema of one filled value; messages are ids of the error catalogue. */
export function valueSchema(field: Field): ValueSchema {
  return rulesOf(field).schema(field);
}

const schemas = new WeakMap<Field, ValueSchema>();

/** The first error id of a filled, normalised value, or null. */
export function malformed(field: Field, value: Wire): string | null {
  let schema = schemas.get(field);
  if (!schema) schemas.set(field, (schema = valueSchema(field)));
  const result = v.safeParse(schema, value, { abortEarly: true });
  return result.success ? null : result.issues[0].message;
}

/**
 * Declared schema of a form over these fields: an object of the five kinds, every field nullable.
 * What depends on other values (required, bounds, rules) is judged by `validateFields` and `judgeRules`.
 */
export function formSchema(
  fields: readonly Field[],
): v.GenericSchema<Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>> {
  return v.looseObject(
    Object.fromEntries(fields.map((field) => [field.id, v.optional(v.nullable(valueSchema(field)))])),
  );
}

/** A value of the evaluator as it stands in a field, rounded to its scale. */
export function toWire(field: Field, value: Value): Wire {
  return rulesOf(field).toWire(value, field);
}
