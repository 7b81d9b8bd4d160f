import { pickLanguage } from '@ninefold/model';
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

/** The language of the html tag as the server wrote it. Once the texts are there, the tag says the language of the runtime's own. */
const SERVED = typeof document === 'undefined' ? null : document.documentElement.getAttribute('lang');

/** The name of the query parameter that shows one visit in another language. */
export const LANGUAGE_PARAMETER = 'lng';

/**
 * The display language of this visit; the first of `languages` where no source names one of them.
 * This stores nothing. Only the language switcher and the sign-in store a language.
 */
export function detectLanguage(languages: readonly string[], cookie: string): string {
  const detector = new LanguageDetector();
  const services = { languageUtils: { getBestMatchFromCodes: () => undefined } };
  detector.init(services, {
    order: [...DETECTION_ORDER],
    lookupQuerystring: LANGUAGE_PARAMETER,
    lookupCookie: cookie,
    htmlTag: { getAttribute: () => SERVED } as unknown as HTMLElement, // its language is all that is asked of it
    caches: [],
  });
  const found = detector.detect();
  const wishes = typeof found === 'string' ? [found] : (found ?? []);
  return pickLanguage(wishes, languages) ?? languages[0] ?? 'en';
}
