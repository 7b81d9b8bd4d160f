import { errorId } from '../catalogue/runtime-errors.ts';
import * as v from 'valibot';
import type { IntegerField } from '../ir/field.ts';
import { parseNumber } from '../typed/parse-number.ts';
import { formatDecimal, parseDecimal, roundTo } from '../values/decimal.ts';
import type { Wire } from '../wire/answers.ts';
import { PLAIN_TRAITS } from './plain-traits.ts';
import { showNumber } from '../shown/numbers.ts';
import type { TypeRules } from './rules.ts';
import { typedText } from './text-rules.ts';

function normalInteger(value: Wire): Wire {
  if (typeof value !== 'string') return value;
  if (value.trim() === '') return null;
  const decimal = parseDecimal(value);
  if (decimal === null || roundTo(decimal, 0) !== decimal) return value;
  const integer = Number(formatDecimal(decimal, 0));
  return Number.isSafeInteger(integer) ? integer : value;
}

/** The digits that every whole number of a field may have. */
export const MAX_WHOLE_DIGITS = 15;

function isLong(text: string): boolean {
  return new RegExp(`^[-+]?\\d{${String(MAX_WHOLE_DIGITS + 1)},}$`).test(text.trim());
}

export const integerRules: TypeRules<IntegerField> = {
  kind: 'number',
  type: () => ({ kind: 'number' }),
  normal: normalInteger,
  schema: () =>
    v.pipe(
      v.number(({ input }) => errorId(typeof input === 'string' && isLong(input) ? 'too_many_digits' : 'not_whole')),
      v.check((value) => Number.isInteger(value), errorId('not_whole')),
      v.check((value) => Number.isSafeInteger(value), errorId('too_many_digits')),
    ),
  toWire: (value) => (typeof value === 'bigint' ? Number(formatDecimal(value, 0)) : null),
  bounded: 'value',
  read: (text) => (/^[-+]?\d{1,15}$/.test(text.trim()) ? Number(text) : undefined),
  typed: (cell, _field, { language, decimalSign }) => {
    const number = parseNumber(typedText(cell), language, decimalSign === undefined ? {} : { sign: decimalSign });
    return number !== null && /^-?\d{1,15}$/.test(number) ? Number(number) : typedText(cell);
  },
  words: (value, { language }) => showNumber(value, language),
  traits: PLAIN_TRAITS,
};
