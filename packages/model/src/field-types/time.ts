import * as v from 'valibot';
import { errorId } from '../catalogue/runtime-errors.ts';
import type { TimeField } from '../ir/time-field.ts';
import { isTime, parseTime } from '../typed/parse-time.ts';
import type { Wire } from '../wire/answers.ts';
import { showClock } from '../shown/clock.ts';
import { PLAIN_TRAITS } from './plain-traits.ts';
import type { TypedCell, TypeRules } from './rules.ts';
import { normalCode, textToWire, typedText } from './text-rules.ts';

/** Seconds of zero are left out. */
function normalTime(value: Wire): Wire {
  const normal = normalCode(value);
  return typeof normal === 'string' ? normal.replace(/^(\d\d:\d\d):00$/, '$1') : normal;
}

function typedTime(cell: TypedCell): Wire {
  const written = cell instanceof Date ? cell.toISOString().slice(11, 19) : typedText(cell);
  return parseTime(written) ?? written;
}

export const timeRules: TypeRules<TimeField> = {
  kind: 'string',
  type: () => ({ kind: 'text' }),
  normal: normalTime,
  schema: () => v.pipe(v.string(errorId('bad_time')), v.check(isTime, errorId('bad_time'))),
  toWire: (value) => normalTime(textToWire(value)),
  bounded: 'moment',
  read: (text) => parseTime(text) ?? undefined,
  typed: typedTime,
  words: (value, { language }) => showClock(value, language),
  traits: { ...PLAIN_TRAITS, titledInWords: true },
};
