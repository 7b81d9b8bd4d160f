import { isNamed } from '@ninefold/model';
import en from '../../../locales/en/exchange.json' with { type: 'json' };
import ja from '../../../locales/ja/exchange.json' with { type: 'json' };

const YES = ['true', en.yes, ja.yes];
const NO = ['false', en.no, ja.no];

/** What a word says that stands for yes or no in any language of the runtime; null where it is none. */
export function truthOf(word: string): boolean | null {
  if (isNamed(word, YES)) return true;
  return isNamed(word, NO) ? false : null;
}
