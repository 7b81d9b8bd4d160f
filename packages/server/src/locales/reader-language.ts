import { pickLanguage } from '@ninefold/model';

/** Where the preferred language of a reader is found, in this order. */
export interface LanguageWishes {
  /** The query parameter `lng`. */
  readonly query: string | undefined;
  readonly cookie: string | undefined;
  /** The header `Accept-Language`. */
  readonly accepted: string | undefined;
}

/** The language that the server answers in; the first of `languages` where none of the preferred languages is among them. */
export function readerLanguage(wishes: LanguageWishes, languages: readonly string[]): string {
  const wanted = [wishes.query, wishes.cookie, ...acceptedLanguages(wishes.accepted ?? '')];
  return (
    pickLanguage(
      wanted.filter((wish) => wish !== undefined),
      languages,
    ) ??
    languages[0] ??
    'en'
  );
}

/** The languages of an `Accept-Language` header, most wanted first (RFC 9110, 12.5.4). */
export function acceptedLanguages(header: string): readonly string[] {
  const entries = header
    .slice(0, 500)
    .split(',')
    .map((entry) => entry.trim().split(/\s*;\s*q=/));
  return entries
    .map(([language, quality]) => ({ language: language ?? '', quality: quality === undefined ? 1 : Number(quality) }))
    .filter(({ language, quality }) => language !== '' && quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ language }) => language);
}
