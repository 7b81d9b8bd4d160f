import * as v from 'valibot';
import type { ChoiceField } from '../ir/field.ts';
import type { TypeRules } from './rules.ts';
import { normalLine, textToWire } from './text-rules.ts';

export const choiceRules: TypeRules<ChoiceField> = {
  kind: 'string',
  type: () => ({ kind: 'text' }),
  normal: normalLine,
  schema: (field) =>
    v.pipe(
      v.string('bad_type'),
      v.check((option) => field.options.includes(option), 'bad_option'),
    ),
  toWire: textToWire,
};
