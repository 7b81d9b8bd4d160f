import * as v from 'valibot';
import { formatDecimal, fromInteger, parseDecimal } from '../values/decimal.ts';
import type { Value } from '../values/value.ts';
import type { Wire } from '../wire/answers.ts';

const MAX_DIGITS = 18;

/** Decimal text with exactly `scale` decimals; what is no number stays as it is. */
export function normalDecimal(value: Wire, scale: number): Wire {
  const decimal =
    typeof value === 'number'
      ? fromInteger(value)
      : typeof value === 'string' && value.trim() !== ''
        ? parseDecimal(value)
        : null;
  if (typeof value === 'string' && value.trim() === '') return null;
  return decimal === null ? value : formatDecimal(decimal, scale);
}

export const decimalSchema = v.pipe(
  v.string('bad_number'),
  v.check((text) => parseDecimal(text) !== null && text.replace(/\D/g, '').length <= MAX_DIGITS, 'bad_number'),
);

export function decimalToWire(value: Value, scale: number): Wire {
  return typeof value === 'bigint' ? formatDecimal(value, scale) : null;
}
