import * as v from 'valibot';
import type { DateField } from '../ir/field.ts';
import { isDate } from '../values/time.ts';
import type { TypeRules } from './rules.ts';
import { normalCode, textToWire } from './text-rules.ts';

export const dateRules: TypeRules<DateField> = {
  kind: 'date',
  type: () => ({ kind: 'date' }),
  normal: normalCode,
  schema: () => v.pipe(v.string('bad_date'), v.check(isDate, 'bad_date')),
  toWire: textToWire,
};
