import * as v from 'valibot';
import type { LinesField } from '../ir/field.ts';
import { isHolder } from '../values/value.ts';
import type { Wire } from '../wire/answers.ts';
import type { TypeRules } from './rules.ts';

/** The lines themselves; each line's fields are normalised and validated one by one. */
export const linesRules: TypeRules<LinesField> = {
  kind: 'object',
  type: (field, entity) => ({ kind: 'list', of: { kind: 'line', entity, field: field.id } }),
  normal: (value) => value ?? [],
  schema: () => v.array(v.record(v.string(), v.unknown(), 'bad_type'), 'bad_type'),
  toWire: (value) => (Array.isArray(value) ? value.filter((line) => isHolder(line)).map((line) => line as Wire) : []),
};
