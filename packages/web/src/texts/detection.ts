import LanguageDetector from 'i18next-browser-languagedetector';

/** The sources of the display language, first to last. */
export const DETECTION_ORDER: readonly string[] = [
  'querystring',
  'cookie',
  'localStorage',
  'sessionStorage',
  'navigator',
  'htmlTag',
];

/** The name of the query parameter that shows one visit in another language. */
export const LANGUAGE_PARAMETER = 'lng';

/** The first wish that the application has, exactly or by its language alone (`ja-JP` → `ja`); null when it has none. */
export function pickLanguage(wishes: readonly string[], languages: readonly string[]): string | null {
  for (const wish of wishes) {
    const lower = wish.toLowerCase();
    const base = lower.split('-')[0];
    const found =
      languages.find((each) => each.toLowerCase() === lower) ?? languages.find((each) => each.toLowerCase() === base);
    if (found !== undefined) return found;
  }
  return null;
}

/**
 * The display language of this visit; the first of `languages` where no source names one of them.
 * Writes nothing: only the switcher and the sign-in keep a language.
 */
export function detectLanguage(languages: readonly string[], cookie: string): string {
  const detector = new LanguageDetector();
  const services = { languageUtils: { getBestMatchFromCodes: () => undefined } };
  detector.init(services, {
    order: [...DETECTION_ORDER],
    lookupQuerystring: LANGUAGE_PARAMETER,
    lookupCookie: cookie,
    caches: [],
  });
  const found = detector.detect();
  const wishes = typeof found === 'string' ? [found] : (found ?? []);
  return pickLanguage(wishes, languages) ?? languages[0] ?? 'en';
}
