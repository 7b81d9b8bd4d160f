import * as v from 'valibot';
import { errorId } from '../catalogue/runtime-errors.ts';
import type { JsonField } from '../ir/field.ts';
import { jsonIn, jsonText } from '../values/json-text.ts';
import type { Wire } from '../wire/answers.ts';
import { PLAIN_TRAITS } from './plain-traits.ts';
import type { TypeRules } from './rules.ts';
import { textToWire, typedText } from './text-rules.ts';

/** A text says a value of JSON, anything else is one. `null` is the blank. */
function normalJson(value: Wire): Wire {
  const said = typeof value === 'string' ? jsonIn(value) : value;
  if (said === undefined) return value;
  return said === null ? null : jsonText(said);
}

function isJson(text: string): boolean {
  return jsonIn(text) !== undefined;
}

export const jsonRules: TypeRules<JsonField> = {
  kind: 'object',
  type: () => ({ kind: 'json' }),
  normal: normalJson,
  schema: () => v.pipe(v.string(errorId('bad_json')), v.check(isJson, errorId('bad_json'))),
  toWire: textToWire,
  bounded: null,
  read: (text) => (isJson(text) ? normalJson(text) : undefined),
  typed: (cell) => typedText(cell),
  words: (value) => value,
  traits: { ...PLAIN_TRAITS, json: true },
};
