import * as v from 'valibot';
import { errorId } from '../catalogue/runtime-errors.ts';
import type { MoneyField, NumberField, PercentField } from '../ir/field.ts';
import { parseNumber } from '../typed/parse-number.ts';
import { formatDecimal, fromInteger, parseDecimal } from '../values/decimal.ts';
import type { Value } from '../values/value.ts';
import type { Wire } from '../wire/answers.ts';
import { showNumber } from '../shown/numbers.ts';
import { PLAIN_TRAITS } from './plain-traits.ts';
import type { TypedCell, TypedContext, TypeRules, ValueSchema } from './rules.ts';
import { typedText } from './text-rules.ts';

type DecimalField = NumberField | MoneyField | PercentField;

/** The digits that a decimal may have, before and after the point. */
export const MAX_DIGITS = 18;

/** Decimal text with exactly `scale` decimals, rounded; what is not a number stays as it is. */
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

/** The same where nothing is lost by it: a value with more decimals than the field has is for the schema to refuse. */
function sentDecimal(value: Wire, scale: number): Wire {
  return hasMoreDecimals(value, scale) ? value : normalDecimal(value, scale);
}

function hasMoreDecimals(value: unknown, scale: number): boolean {
  const text = typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
  const [, fraction = ''] = /^[-+]?\d*\.(\d*?)0*$/.exec(text) ?? [];
  return fraction.length > scale;
}

function decimalSchema(scale: number): ValueSchema {
  return v.pipe(
    v.string(({ input }) => errorId(hasMoreDecimals(input, scale) ? 'too_many_decimals' : 'bad_number')),
    v.check((text) => !/^[-+]?[\d.]+$/.test(text) || hasRoom(text), errorId('too_many_digits')),
    v.check((text) => parseDecimal(text) !== null && hasRoom(text), errorId('bad_number')),
    v.check((text) => !hasMoreDecimals(text, scale), errorId('too_many_decimals')),
  );
}

function hasRoom(text: string): boolean {
  return text.replace(/\D/g, '').length <= MAX_DIGITS;
}

function decimalToWire(value: Value, scale: number): Wire {
  return typeof value === 'bigint' ? formatDecimal(value, scale) : null;
}

/** Decimals that are written plainly are exact; more of them than the scale has are for the schema to judge. */
function typedDecimal(cell: TypedCell, field: DecimalField, { language, decimalSign }: TypedContext): Wire {
  const { scale } = field;
  const written = typedText(cell);
  const plain = typeof cell !== 'number' && decimalSign === ',' ? null : /^-?\d+(?:\.(\d+))?$/.exec(written);
  const exact = plain && (typeof cell === 'number' || (plain[1] ?? '').length <= scale) ? parseDecimal(written) : null;
  if (exact !== null) return formatDecimal(exact, scale);
  const unit = unitOf(field);
  const form = { ...(decimalSign === undefined ? {} : { sign: decimalSign }), ...(unit === null ? {} : { unit }) };
  return parseNumber(written, language, form) ?? written;
}

/** What a field counts, as `parseNumber` takes it; null where each record says it, or nothing does. */
function unitOf(field: DecimalField): string | null {
  if (field.type === 'percent') return '%';
  return field.type === 'money' && field.currencyFrom === null ? field.currency : null;
}

/** Shared by every exact decimal; they differ in where their scale comes from. */
export const decimalRules: TypeRules<DecimalField> = {
  kind: 'number',
  type: () => ({ kind: 'number' }),
  normal: (value, field) => sentDecimal(value, field.scale),
  schema: ({ scale }) => decimalSchema(scale),
  toWire: (value, field) => decimalToWire(value, field.scale),
  bounded: 'value',
  read: (text, { scale }) => {
    const value = parseDecimal(text);
    return value === null ? undefined : formatDecimal(value, scale);
  },
  typed: typedDecimal,
  words: (value, { language }) => showNumber(value, language),
  traits: { ...PLAIN_TRAITS, titledInWords: true },
};

/** An amount, whose type in expressions carries its currency. */
export const moneyRules: TypeRules<MoneyField> = {
  ...decimalRules,
  type: ({ currency }) => ({ kind: 'number', currency }),
  words: (value, { language }) => showNumber(value, language),
  traits: { ...PLAIN_TRAITS, titledInWords: true, expressions: ['currencyFrom'] },
};
