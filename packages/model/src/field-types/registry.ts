import { isRuntimeError, type RuntimeErrorId } from '../catalogue/runtime-errors.ts';
import * as v from 'valibot';
import type { Field, FieldOf, FieldType } from '../ir/field.ts';
import type { Expression, Type } from '../ir/expression.ts';
import { evaluate } from '../expressions/evaluate.ts';
import { jsonTaken } from './json-members.ts';
import { saidBy } from '../expressions/functions/foreign.ts';
import type { Scope, Value } from '../values/value.ts';
import type { Wire } from '../wire/answers.ts';
import { booleanRules } from './boolean.ts';
import { choiceRules } from './choice.ts';
import { choicesRules } from './choices.ts';
import { dateRules } from './date.ts';
import { datetimeRules } from './datetime.ts';
import { durationRules } from './duration.ts';
import { fileRules, filesRules } from './file.ts';
import { timeRules } from './time.ts';
import { integerRules } from './integer.ts';
import { jsonRules } from './json.ts';
import { linesRules } from './lines.ts';
import { decimalRules, moneyRules } from './number.ts';
import { referenceRules, referencesRules } from './reference.ts';
import type { Bounded, Kind, Traits, TypedCell, TypedContext, TypeRules, ValueSchema, Wording } from './rules.ts';
import { secretRules } from './secret.ts';
import { sequenceRules } from './sequence.ts';
import { stringRules } from './string.ts';
import { textRules } from './text.ts';
import { memoizedWeakly } from '../values/memo.ts';
import { grouped, nameInGroup, ownName } from '../values/parts.ts';

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
  money: moneyRules,
  percent: decimalRules,
  boolean: booleanRules,
  date: dateRules,
  datetime: datetimeRules,
  duration: durationRules,
  time: timeRules,
  file: fileRules,
  files: filesRules,
  json: jsonRules,
  secret: secretRules,
  lines: linesRules,
};

function rulesOf<F extends Field>(field: F): TypeRules<F> {
  return RULES[field.type] as unknown as TypeRules<F>; // the registry pairs each type with its rules
}

/** Which of the five schema kinds a field type belongs to. */
export function kindOf(type: FieldType): Kind {
  return RULES[type].kind;
}

/** Every type of field, in the order of the language. */
export const FIELD_TYPES = Object.keys(RULES) as readonly FieldType[]; // the keys of the registry

/** What a type declares of itself for code that is shared by all types. */
export function traitsOf(type: FieldType): Traits {
  return RULES[type].traits as unknown as Traits; // which members hold expressions is read by name
}

/** What the bounds of a field of this type are compared with; null where it has none. */
export function boundedOf(type: FieldType): Bounded | null {
  return RULES[type].bounded;
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

/** Whether two normalised values of a field are the same: references by id, lines in order and field by field, blank and missing alike. */
export function sameValue(field: Field, a: Wire | undefined, b: Wire | undefined): boolean {
  if (a === b) return true;
  const { same } = rulesOf(field);
  return same ? same(a, b, field, sameValue) : plain(a) === plain(b);
}

/** Whether a normalised value, as somebody wrote it into a cell, says what is stored already. */
export function standsFor(field: Field, written: Wire, stored: Wire | undefined): boolean {
  return sameValue(field, stored, written) || rulesOf(field).standsFor?.(written, plain(stored)) === true;
}

function plain(value: Wire | undefined): Wire {
  return value === undefined || value === '' ? null : value;
}

/** A value as a sentence shows it: days, moments and numbers as the language writes them, options by their labels. */
export function wordsOf(field: Field, value: string, wording: Wording): string {
  return rulesOf(field).words(value, wording);
}

/** A text in the exact notation of specifications and data files as a value; undefined where it is not one of this field. */
export function readValue(field: Field, text: string): Wire | undefined {
  return rulesOf(field).read?.(text, field);
}

/** A filled cell as people and spreadsheets write it; what cannot be read stays as it is, for the write to refuse. */
export function typedValue(field: Field, cell: TypedCell, context: TypedContext): Wire {
  return rulesOf(field).typed(cell, field, context);
}

const schemaOf = memoizedWeakly((field: Field): ValueSchema => valueSchema(field));

/** The first error id of a filled, normalised value, or null. */
export function malformed(field: Field, value: Wire): RuntimeErrorId | null {
  const result = v.safeParse(schemaOf(field), value, { abortEarly: true });
  if (result.success) return null;
  const { message } = result.issues[0];
  if (!isRuntimeError(message)) throw new Error(`a schema says ${message}`);
  return message;
}

/**
 * Declared schema of a form over these fields: an object of the five kinds, every field nullable, parts inside of their objects.
 * What depends on other values (required, bounds, rules) is judged by `validateFields` and `judgeRules`.
 */
export function formSchema(
  fields: readonly Field[],
): v.GenericSchema<Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>> {
  return membersSchema(fields, null);
}

function membersSchema(fields: readonly Field[], above: string | null): ReturnType<typeof formSchema> {
  const members = grouped(fields, above).flatMap(({ object, fields: own }) =>
    object === null
      ? own.map((field) => [nameInGroup(field), v.optional(v.nullable(valueSchema(field)))] as const)
      : [[ownName(object), v.optional(v.nullable(membersSchema(own, object)))] as const],
  );
  return v.looseObject(Object.fromEntries(members));
}

/** A value of the evaluator as it stands in a field, rounded to its scale. */
export function toWire(field: Field, value: Value): Wire {
  return rulesOf(field).toWire(value, field);
}

/** What an expression yields as it would stand in `field`; undefined where this side cannot decide it. What another system said is taken as if it had been sent. */
export function evaluateWire(expression: Expression, scope: Scope, field: Field): Wire | undefined {
  const hasHeard = scope.answer !== undefined || scope.body !== undefined;
  const said = hasHeard ? saidBy(expression, scope) : undefined;
  if (said !== undefined)
    return normalValue(field, jsonTaken({ [field.id]: field }, { [field.id]: said })[field.id] ?? null);
  const value = evaluate(expression, scope);
  return value === undefined ? undefined : toWire(field, value);
}
