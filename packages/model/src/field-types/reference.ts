import * as v from 'valibot';
import type { ReferenceField, ReferencesField } from '../ir/field.ts';
import { isHolder, type Value } from '../values/value.ts';
import type { Wire } from '../wire/answers.ts';
import type { TypeRules } from './rules.ts';

const named = v.object(
  { id: v.pipe(v.string('bad_type'), v.minLength(1, 'bad_type'), v.maxLength(200, 'bad_type')) },
  'bad_type',
);

/** A reference may be sent as an id or key, or as `{ id }`. */
function normalReference(value: Wire): Wire {
  return typeof value === 'string' ? (value.trim() === '' ? null : { id: value.trim() }) : value;
}

function referenceToWire(value: Value): Wire {
  return isHolder(value) && typeof value['id'] === 'string' ? (value as Wire) : null;
}

export const referenceRules: TypeRules<ReferenceField> = {
  kind: 'object',
  type: (field) => ({ kind: 'record', entity: field.to }),
  normal: normalReference,
  schema: () => named,
  toWire: referenceToWire,
};

export const referencesRules: TypeRules<ReferencesField> = {
  kind: 'object',
  type: (field) => ({ kind: 'list', of: { kind: 'record', entity: field.to } }),
  normal: (value) => (value === null ? [] : Array.isArray(value) ? value.map(normalReference) : value),
  schema: () => v.array(named, 'bad_type'),
  toWire: (value) => (Array.isArray(value) ? value.map(referenceToWire) : []),
};
