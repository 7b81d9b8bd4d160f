import { pickLanguage } from '@ninefold/model';

/** The language in which the runtime's own texts are read where they do not exist in the reader's. */
export const SHIPPED = 'en';

/** The languages in which the runtime's own texts exist. */
export const SHIPPED_LANGUAGES: readonly string[] = ['en', 'ja'];

/** The language in which a reader of `language` reads the runtime's own texts: `ja-JP` → `ja`, `fr` → `en`. */
export function shippedLanguage(language: string): string {
  return pickLanguage([language], SHIPPED_LANGUAGES) ?? SHIPPED;
}

/** The language of the page for a reader of `language`: that of the runtime's own texts, `ja-JP` where these are in `ja`. */
export function pageLanguage(language: string): string {
  return pickLanguage([language], SHIPPED_LANGUAGES) === null ? SHIPPED : language;
}
