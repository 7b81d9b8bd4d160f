import * as v from 'valibot';
import { errorId } from '../catalogue/runtime-errors.ts';
import type { SecretField } from '../ir/field.ts';
import { isSealed } from '../values/secret.ts';
import { PLAIN_TRAITS } from './plain-traits.ts';
import type { TypeRules } from './rules.ts';
import { fitsPattern } from './string.ts';
import { normalCode, readText, typedText } from './text-rules.ts';

/** What is stored of one that is there: readers learn that it is, and nothing of it. */
const IS_SET = true;

/** What is sealed was judged before. */
function isOpen(value: unknown): value is string {
  return typeof value === 'string' && !isSealed(value);
}

export const secretRules: TypeRules<SecretField> = {
  kind: 'string',
  type: () => ({ kind: 'secret' }),
  normal: normalCode,
  schema: ({ pattern }) => {
    const fits = pattern === null ? null : fitsPattern(pattern);
    return v.pipe(
      v.unknown(),
      v.check((value) => value === IS_SET || (typeof value === 'string' && value.isWellFormed()), errorId('bad_type')),
      v.check((value) => !isOpen(value) || fits === null || fits(value), errorId('bad_pattern')),
    );
  },
  toWire: () => null,
  bounded: null,
  read: readText,
  typed: (cell) => (cell === IS_SET ? IS_SET : typedText(cell)),
  words: () => '',
  traits: { ...PLAIN_TRAITS, secret: true },
};
