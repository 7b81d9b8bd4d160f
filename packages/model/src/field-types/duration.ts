import * as v from 'valibot';
import { errorId } from '../catalogue/runtime-errors.ts';
import type { DurationField } from '../ir/duration-field.ts';
import { parseDuration } from '../typed/parse-duration.ts';
import { formatSpan, parseSpan, spanToWire } from '../values/span.ts';
import { isDuration } from '../values/value.ts';
import type { Wire } from '../wire/answers.ts';
import { showSpan } from '../shown/spans.ts';
import { PLAIN_TRAITS } from './plain-traits.ts';
import type { TypedCell, TypeRules } from './rules.ts';
import { typedText } from './text-rules.ts';

/** The day from which spreadsheets count: a length of time is the moment so much later. */
const SHEET_START = Date.UTC(1899, 11, 30);

function normalSpan(value: Wire): Wire {
  const ms = typeof value === 'string' ? parseSpan(value.trim()) : null;
  return ms === null ? value : formatSpan(ms);
}

function typedSpan(cell: TypedCell): Wire {
  if (cell instanceof Date) return formatSpan(cell.getTime() - SHEET_START);
  const written = typedText(cell);
  return parseDuration(written) ?? written;
}

export const durationRules: TypeRules<DurationField> = {
  kind: 'number',
  type: () => ({ kind: 'duration' }),
  normal: normalSpan,
  schema: () =>
    v.pipe(
      v.string(errorId('bad_duration')),
      v.check((text) => parseSpan(text) !== null, errorId('bad_duration')),
    ),
  toWire: (value) => (isDuration(value) ? spanToWire(value) : null),
  bounded: 'value',
  read: (text) => parseDuration(text) ?? undefined,
  typed: typedSpan,
  words: (value, { language }) => showSpan(value, language),
  traits: { ...PLAIN_TRAITS, titledInWords: true },
};
