/** Where a reader's wish for a language stands, first to last. */
export interface LanguageWishes {
  /** The query parameter `lng`. */
  readonly query: string | undefined;
  readonly cookie: string | undefined;
  /** The header `Accept-Language`. */
  readonly accepted: string | undefined;
}

/** The language that the server answers in; the first of `languages` where no wish is among them. */
export function readerLanguage(wishes: LanguageWishes, languages: readonly string[]): string {
  const wanted = [wishes.query, wishes.cookie, ...acceptedLanguages(wishes.accepted ?? '')];
  for (const wish of wanted) {
    const found = wish === undefined ? undefined : closest(wish, languages);
    if (found !== undefined) return found;
  }
  return languages[0] ?? 'en';
}

function closest(wish: string, languages: readonly string[]): string | undefined {
  const lower = wish.toLowerCase();
  const base = lower.split('-')[0];
  return (
    languages.find((language) => language.toLowerCase() === lower) ??
    languages.find((language) => language.toLowerCase() === base)
  );
}

/** The languages of an `Accept-Language` header, most wanted first (RFC 9110, 12.5.4). */
function acceptedLanguages(header: string): readonly string[] {
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
