import * as v from 'valibot';
import type { BooleanField } from '../ir/field.ts';
import type { TypeRules } from './rules.ts';

export const booleanRules: TypeRules<BooleanField> = {
  kind: 'boolean',
  type: () => ({ kind: 'boolean' }),
  normal: (value) => value ?? false,
  schema: () => v.boolean('bad_type'),
  toWire: (value) => value === true,
};
