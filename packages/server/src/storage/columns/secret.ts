import { isSealed, type SecretField } from '@ninefold/model';
import { sealAtOnce } from '../../sealing/seal.ts';
import type { Column } from './column.ts';
import { isFilled, rereadText } from './meaning.ts';
import { plainText } from './plain-text.ts';

/** SQL of the text of a secret for whatever asks for one: it has none, so that no value of another type comes of it. */
const NOTHING = "''";

/**
 * The hash of a secret. Whatever reads the column learns that there is one. A text that is not sealed is a defect, and never stored.
 */
export const secretColumn: Column<SecretField> = {
  ...plainText,
  encode: (value) => {
    if (value === null || value === '') return null;
    if (typeof value === 'string' && isSealed(value)) return value;
    throw new Error('a secret is to be stored that is not sealed');
  },
  decode: (value) => (typeof value === 'string' ? true : null),
  meaning: { word: 'secret', text: () => NOTHING, filled: isFilled, same: () => false },
  reread: (text, field) => (rereadText(text, field) === undefined ? undefined : sealAtOnce(text)),
  title: () => NOTHING,
  short: false,
};
