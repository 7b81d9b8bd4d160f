import { errorId } from '../catalogue/runtime-errors.ts';
import * as v from 'valibot';
import type { DatetimeField } from '../ir/field.ts';
import { parseDatetime } from '../typed/parse-datetime.ts';
import { instantOf, parseInstant } from '../values/time.ts';
import { PLAIN_TRAITS } from './plain-traits.ts';
import { showInstant } from '../shown/times.ts';
import type { TypeRules } from './rules.ts';
import { typedText, textToWire } from './text-rules.ts';

/** The length of an instant without its fraction of a second. */
const SECOND = 19;

/** A sheet keeps a moment as a fraction of a day, which misses a whole second by up to a millisecond. */
function ofSheet(ms: number): number {
  const whole = Math.round(ms / 1000) * 1000;
  return Math.abs(ms - whole) <= 1 ? whole : ms;
}

export const datetimeRules: TypeRules<DatetimeField> = {
  kind: 'date',
  type: () => ({ kind: 'datetime' }),
  normal: (value) =>
    typeof value === 'string' ? (value.trim() === '' ? null : (parseInstant(value.trim()) ?? value)) : value,
  schema: () =>
    v.pipe(
      v.string(errorId('bad_datetime')),
      v.check((text) => parseInstant(text) === text, errorId('bad_datetime')),
    ),
  toWire: textToWire,
  standsFor: (written, stored) =>
    typeof written === 'string' &&
    typeof stored === 'string' &&
    written.endsWith('.000Z') &&
    written.slice(0, SECOND) === stored.slice(0, SECOND),
  bounded: 'moment',
  read: (text) => parseInstant(text) ?? undefined,
  typed: (cell, _field, context) => {
    if (cell instanceof Date) return new Date(instantOf(ofSheet(cell.getTime()), context.timeZone)).toISOString();
    const written = typedText(cell);
    return parseInstant(written) ?? parseDatetime(written, context) ?? written;
  },
  words: (value, { language, timeZone }) => showInstant(value, language, timeZone),
  traits: { ...PLAIN_TRAITS, titledInWords: true },
};
