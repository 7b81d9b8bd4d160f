import * as v from 'valibot';
import { errorId } from '../catalogue/runtime-errors.ts';
import type { SecretField } from '../ir/field.ts';
import { readPattern } from '../patterns/pattern.ts';
import { LONGEST_SECRET, isSealed } from '../values/secret.ts';
import { textLength } from '../values/text.ts';
import { PLAIN_TRAITS } from './plain-traits.ts';
import type { TypeRules } from './rules.ts';
import { normalCode, readText, typedText } from './text-rules.ts';

/** What is stored of one that is there: readers learn that it is, and nothing of it. */
const IS_SET = true;

function isTextOrSet(value: unknown): boolean {
  return value === IS_SET || (typeof value === 'string' && value.isWellFormed());
}

function fits(pattern: string | null): (value: unknown) => boolean {
  if (pattern === null) return () => true;
  const read = readPattern(pattern);
  return (value) => typeof value !== 'string' || isSealed(value) || ('pattern' in read && read.pattern.fits(value));
}

function isShort(value: unknown): boolean {
  return typeof value !== 'string' || isSealed(value) || textLength(value) <= LONGEST_SECRET;
}

export const secretRules: TypeRules<SecretField> = {
  kind: 'string',
  type: () => ({ kind: 'secret' }),
  normal: normalCode,
  schema: ({ pattern }) =>
    v.pipe(
      v.unknown(),
      v.check(isTextOrSet, errorId('bad_type')),
      v.check(isShort, errorId('too_long')),
      v.check(fits(pattern), errorId('bad_pattern')),
    ),
  toWire: () => null,
  bounded: null,
  read: readText,
  typed: (cell) => (cell === IS_SET ? IS_SET : typedText(cell)),
  words: () => '',
  traits: { ...PLAIN_TRAITS, secret: true },
};
