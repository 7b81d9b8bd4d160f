import * as v from 'valibot';
import type { DatetimeField } from '../ir/field.ts';
import { parseInstant } from '../values/time.ts';
import type { TypeRules } from './rules.ts';
import { textToWire } from './text-rules.ts';

export const datetimeRules: TypeRules<DatetimeField> = {
  kind: 'date',
  type: () => ({ kind: 'datetime' }),
  normal: (value) =>
    typeof value === 'string' ? (value.trim() === '' ? null : (parseInstant(value.trim()) ?? value)) : value,
  schema: () =>
    v.pipe(
      v.string('bad_datetime'),
      v.check((text) => parseInstant(text) === text, 'bad_datetime'),
    ),
  toWire: textToWire,
};
