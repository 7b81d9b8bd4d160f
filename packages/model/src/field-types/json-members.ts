import type { Field } from '../ir/field.ts';
import { haveJson, isJson, isLines } from './traits.ts';
import type { Wire } from '../wire/answers.ts';
import { jsonIn, jsonText } from '../values/json-text.ts';
import { isMap } from '../values/value.ts';

// In bodies and answers a value of a `json` field stands as itself, `{"log": {"a": 1}}`. Everywhere else it is a text.

type Fields = Readonly<Record<string, Field>>;
type Values = Readonly<Record<string, Wire | undefined>>;

/** Values as a body has them, with each value of JSON as its text. */
export function jsonTaken(fields: Fields, values: Values): Readonly<Record<string, Wire>> {
  return mapped(fields, values, (value) => (value === null ? null : jsonText(value)));
}

/** Values as an answer has them, with each value of JSON as itself. What is no text of JSON stays as it is. */
export function jsonGiven(fields: Fields, values: Values): Readonly<Record<string, Wire>> {
  return mapped(fields, values, (value) => (typeof value === 'string' ? (jsonIn(value) ?? value) : value));
}

function mapped(fields: Fields, values: Values, map: (value: Wire) => Wire): Readonly<Record<string, Wire>> {
  const members = Object.entries(values).flatMap(([name, value]): readonly (readonly [string, Wire])[] => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (value === undefined) return [];
    if (isJson(field)) return [[name, map(value)]];
    if (!isLines(field) || !haveJson(field.fields) || !Array.isArray(value)) return [[name, value]];
    const lines = value.map((line: Wire) => (isMap(line) ? mapped(field.fields, line, map) : line));
    return [[name, lines]];
  });
  return Object.fromEntries(members);
}

/**
 * The body of a bulk call with other forms of its values: those of every record (`values`), of each new one (`records`) and of each
 * target (`ids`). What is no such body stays as it is.
 */
export function jsonInBulk(body: unknown, form: (values: Values) => Values): unknown {
  if (!isMap(body)) return body;
  const formed = (values: unknown): unknown => (isMap(values) ? form(values as Values) : values); // decoded from JSON
  const each = (items: unknown, into: (item: unknown) => unknown): unknown =>
    Array.isArray(items) ? items.map((item: unknown) => into(item)) : items;
  const members: Record<string, unknown> = { ...body };
  if (Object.hasOwn(members, 'values')) members['values'] = formed(members['values']);
  if (Object.hasOwn(members, 'records')) members['records'] = each(members['records'], formed);
  if (Object.hasOwn(members, 'ids'))
    members['ids'] = each(members['ids'], (target) =>
      isMap(target) && Object.hasOwn(target, 'values') ? { ...target, values: formed(target['values']) } : target,
    );
  return members;
}
