import { errorId } from '../catalogue/runtime-errors.ts';
import * as v from 'valibot';
import { readPattern } from '../patterns/pattern.ts';
import type { StringField } from '../ir/field.ts';
import { PLAIN_TRAITS } from './plain-traits.ts';
import type { TypeRules, ValueSchema } from './rules.ts';
import { typedText, normalCode, normalLine, readText, textToWire, wellFormed } from './text-rules.ts';

const EMAIL = /^[^\s@]{1,64}@[^\s@.]+(?:\.[^\s@.]+)*$/;
const PHONE = /^\+?[0-9][0-9 ()./-]{2,30}$/;

function isUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

const FORMATS: Readonly<Record<NonNullable<StringField['format']>, ValueSchema>> = {
  email: v.pipe(wellFormed, v.regex(EMAIL, errorId('bad_email'))),
  url: v.pipe(wellFormed, v.check(isUrl, errorId('bad_url'))),
  phone: v.pipe(wellFormed, v.regex(PHONE, errorId('bad_phone'))),
  code: wellFormed,
};

/** A text that is not a pattern is found when the specification is checked; here nothing fits it. */
export function fitsPattern(source: string): (text: unknown) => boolean {
  const read = readPattern(source);
  return (text) => 'pattern' in read && read.pattern.fits(String(text));
}

export const stringRules: TypeRules<StringField> = {
  kind: 'string',
  type: () => ({ kind: 'text' }),
  normal: (value, field) => (field.format === null || field.format === 'url' ? normalLine(value) : normalCode(value)),
  schema: (field) => {
    const formatted = field.format === null ? wellFormed : FORMATS[field.format];
    if (field.pattern === null) return formatted;
    return v.pipe(formatted, v.check(fitsPattern(field.pattern), errorId('bad_pattern')));
  },
  toWire: textToWire,
  bounded: 'length',
  read: readText,
  typed: (cell) => typedText(cell),
  words: (value) => value,
  traits: { ...PLAIN_TRAITS, prose: 'line' },
};
