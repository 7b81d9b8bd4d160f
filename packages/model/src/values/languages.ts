import { memoized } from './memo.ts';

/** More than any language tag needs (RFC 5646, 4.4.1). */
const LONGEST_TAG = 35;

/** More than an application has. */
const MOST_LANGUAGES = 100;

/** The scripts that are written from right to left (ISO 15924). */
const RIGHT_TO_LEFT = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Mend', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa', 'Yezi']);

/**
 * The first requested language that `languages` has, exactly or as a more general form of it (RFC 4647, 3.4: `zh-Hant-TW`,
 * `zh-Hant`, `zh`). Case does not count, and `ja_JP`, `ja_JP.UTF-8` are read as `ja-JP`. Null: it has none of them.
 */
export function pickLanguage(wishes: readonly string[], languages: readonly string[]): string | null {
  for (const wish of wishes) {
    const subtags = (wish.trim().toLowerCase().slice(0, LONGEST_TAG).split(/[.@]/)[0] ?? '').split(/[-_]/);
    for (let length = subtags.length; length > 0; length -= 1) {
      const form = subtags.slice(0, length).join('-');
      const found = languages.find((language) => language.toLowerCase() === form);
      if (found !== undefined) return found;
    }
  }
  return null;
}

/** How a language is written. `language` is a well-formed tag. */
export const directionOf = memoized(
  (language: string): 'ltr' | 'rtl' =>
    RIGHT_TO_LEFT.has(new Intl.Locale(language).maximize().script ?? '') ? 'rtl' : 'ltr',
  MOST_LANGUAGES,
);
