import { errorId } from '../catalogue/runtime-errors.ts';
import * as v from 'valibot';
import type { BooleanField } from '../ir/field.ts';
import { PLAIN_TRAITS } from './plain-traits.ts';
import type { TypeRules } from './rules.ts';
import { typedText } from './text-rules.ts';

const DIGITS: Readonly<Record<string, boolean>> = { '1': true, '0': false };

export const booleanRules: TypeRules<BooleanField> = {
  kind: 'boolean',
  type: () => ({ kind: 'boolean' }),
  normal: (value) => value ?? false,
  schema: () => v.boolean(errorId('bad_type')),
  toWire: (value) => value === true,
  same: (a, b) => (a ?? false) === (b ?? false),
  bounded: null,
  read: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  typed: (cell, _field, { truth }) => {
    const written = typedText(cell);
    return truth(written) ?? (Object.hasOwn(DIGITS, written) ? DIGITS[written] === true : written);
  },
  words: (value, { boolean }) => boolean(value === 'true'),
  traits: { ...PLAIN_TRAITS, titledInWords: true },
};
