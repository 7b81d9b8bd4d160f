import { isNamed } from '@ninefold/model';
import { EXCHANGE_WORDS } from '../labels/labels.ts';

const WORDS = Object.values(EXCHANGE_WORDS);
const YES = ['true', ...WORDS.map(({ yes }) => yes)];
const NO = ['false', ...WORDS.map(({ no }) => no)];

/** The value of a word for yes or no in any language of the runtime; null for any other word. */
export function booleanNamed(word: string): boolean | null {
  if (isNamed(word, YES)) return true;
  return isNamed(word, NO) ? false : null;
}
