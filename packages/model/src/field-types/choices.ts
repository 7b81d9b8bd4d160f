import * as v from 'valibot';
import type { ChoicesField } from '../ir/field.ts';
import type { TypeRules } from './rules.ts';

export const choicesRules: TypeRules<ChoicesField> = {
  kind: 'object',
  type: () => ({ kind: 'list', of: { kind: 'text' } }),
  normal: (value) => (value === null ? [] : Array.isArray(value) ? [...new Set(value)] : value),
  schema: (field) =>
    v.array(
      v.pipe(
        v.string('bad_type'),
        v.check((option) => field.options.includes(option), 'bad_option'),
      ),
      'bad_type',
    ),
  toWire: (value) => (Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []),
};
