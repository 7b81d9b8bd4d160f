import { isNamed } from '@ninefold/model';
import en from '../../../locales/en/exchange.json' with { type: 'json' };
import ja from '../../../locales/ja/exchange.json' with { type: 'json' };

const YES = ['true', en.yes, ja.yes];
const NO = ['false', en.no, ja.no];

/** The value of a word for yes or no in any language of the runtime; null for any other word. */
export function booleanNamed(word: string): boolean | null {
  if (isNamed(word, YES)) return true;
  return isNamed(word, NO) ? false : null;
}
