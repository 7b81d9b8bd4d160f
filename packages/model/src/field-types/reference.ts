import { errorId } from '../catalogue/runtime-errors.ts';
import * as v from 'valibot';
import type { ReferenceField, ReferencesField } from '../ir/field.ts';
import { idOf, isHolder, sameList, type Value } from '../values/value.ts';
import type { Wire } from '../wire/answers.ts';
import { PLAIN_TRAITS } from './plain-traits.ts';
import type { TypeRules } from './rules.ts';
import { typedParts, typedText } from './text-rules.ts';

const named = v.object(
  {
    id: v.pipe(
      v.string(errorId('bad_type')),
      v.minLength(1, errorId('bad_type')),
      v.maxLength(200, errorId('bad_type')),
    ),
  },
  errorId('bad_type'),
);

/** A reference may be sent as an id or key, or as `{ id }`. */
function normalReference(value: Wire): Wire {
  return typeof value === 'string' ? (value.trim() === '' ? null : { id: value.trim() }) : value;
}

function isBlank(value: Wire | undefined): boolean {
  return value === null || value === undefined;
}

function referenceToWire(value: Value): Wire {
  return isHolder(value) && typeof value['id'] === 'string' ? value : null;
}

/** In texts a reference is the name that was written; who reads them knows which record has it. */
export const referenceRules: TypeRules<ReferenceField> = {
  kind: 'object',
  type: ({ to, toLines }) =>
    toLines === null ? { kind: 'record', entity: to } : { kind: 'line', entity: to, field: toLines },
  normal: normalReference,
  schema: () => named,
  toWire: referenceToWire,
  // What names no record is not the same as none.
  same: (a, b) => idOf(a) === idOf(b) && isBlank(a) === isBlank(b),
  bounded: null,
  read: (text) => text.trim(),
  typed: (cell) => typedText(cell),
  words: (value) => value,
  traits: { ...PLAIN_TRAITS, refers: true, expressions: ['where', 'find'] },
};

export const referencesRules: TypeRules<ReferencesField> = {
  kind: 'object',
  type: (field) => ({ kind: 'list', of: { kind: 'record', entity: field.to } }),
  normal: (value) => (value === null ? [] : Array.isArray(value) ? value.map(normalReference) : value),
  schema: () => v.array(named, errorId('bad_type')),
  toWire: (value) => (Array.isArray(value) ? value.map(referenceToWire) : []),
  same: (a, b) => sameList(a, b, (x, y) => idOf(x) === idOf(y)),
  bounded: 'count',
  read: (text) => typedParts(text),
  typed: (cell) => typedParts(cell),
  words: (value) => value,
  traits: { ...PLAIN_TRAITS, count: 'many', refers: true, expressions: ['where'] },
};
