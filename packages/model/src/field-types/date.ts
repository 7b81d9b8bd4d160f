import { errorId } from '../catalogue/runtime-errors.ts';
import * as v from 'valibot';
import type { DateField } from '../ir/field.ts';
import { parseDate } from '../typed/parse-date.ts';
import { isDate } from '../values/time.ts';
import { PLAIN_TRAITS } from './plain-traits.ts';
import { showDate } from '../shown/times.ts';
import type { TypeRules } from './rules.ts';
import { typedText, normalCode, textToWire } from './text-rules.ts';

export const dateRules: TypeRules<DateField> = {
  kind: 'date',
  type: () => ({ kind: 'date' }),
  normal: normalCode,
  schema: () => v.pipe(v.string(errorId('bad_date')), v.check(isDate, errorId('bad_date'))),
  toWire: textToWire,
  bounded: 'moment',
  read: (text) => (isDate(text) ? text : undefined),
  typed: (cell, _field, context) => {
    const written = typedText(cell).replace(/T00:00:00(?:\.000)?Z$/, '');
    return isDate(written) ? written : (parseDate(written, context) ?? written);
  },
  words: (value, { language }) => showDate(value, language),
  traits: { ...PLAIN_TRAITS, titledInWords: true },
};
