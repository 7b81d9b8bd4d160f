import { directionOf } from '@ninefold/model';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { bundledTexts } from './bundled.ts';
import { directionOptions, foreignDirection } from './directions.ts';
import { LanguageFiles, parseFile } from './language-files.ts';
import { startedCall } from '../store/started-calls.ts';

/** What the start of the texts needs to know; comes with the session answer. */
export interface TextSettings {
  /** The languages of the application, source language first. */
  readonly languages: readonly string[];
  readonly language: string;
  readonly retries: number;
  readonly retryMs: number;
}

/** The namespaces that are in the build. */
const BUNDLED = ['shell', 'errors'] as const;

/** The language in which the runtime's own texts are always complete. */
const SHIPPED = 'en';

function applyToPage(language: string): void {
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
}

/** The languages and what they are forms of: the texts of `ja` are those of `ja-JP` too. */
function supported(languages: readonly string[]): string[] {
  return [...new Set([...languages.flatMap((language) => [language, language.split('-')[0] ?? language]), SHIPPED])];
}

/**
 * Starts the texts with what is in the build; the application's own arrive afterwards (see `loadTexts`). Called again
 * when the languages of the application become known only later.
 */
export async function startTexts(settings: TextSettings): Promise<void> {
  const source = settings.languages[0] ?? SHIPPED;
  await i18next
    .use(LanguageFiles)
    .use(initReactI18next)
    .use(foreignDirection(i18next))
    .init({
      lng: settings.language,
      fallbackLng: [...new Set([source, SHIPPED])],
      supportedLngs: supported(settings.languages),
      ns: [...BUNDLED],
      defaultNS: 'shell',
      resources: bundledTexts(),
      partialBundledLanguages: false,
      maxRetries: settings.retries,
      retryTimeout: settings.retryMs,
      backend: { loadPath: '/_/locales/{{lng}}/{{ns}}.json', parse: parseFile, alternateFetch: fetchFile },
      ...directionOptions(i18next),
      returnEmptyString: false,
      react: { useSuspense: false, bindI18n: 'languageChanged loaded', bindI18nStore: '' },
    });
  applyToPage(i18next.language);
  i18next.off('languageChanged', applyToPage);
  i18next.on('languageChanged', applyToPage);
}

/** A language file. The call that the page has started is the first attempt, also where it fails: the retries follow it. */
async function fetchFile(url: string, init: RequestInit): Promise<Response> {
  return startedCall(url) ?? fetch(url, init);
}

/** The languages whose files this visit needs: the display language and the fallback. */
function neededLanguages(): readonly string[] {
  const fallback = i18next.options.fallbackLng;
  const source = Array.isArray(fallback) ? (fallback as readonly string[])[0] : undefined; // given as a list of languages at the start
  return [...new Set([i18next.language, source ?? SHIPPED])];
}

/** Loads namespaces again in the display and the source language. Texts are replaced as they arrive. */
export function loadTexts(namespaces: readonly string[]): Promise<void> {
  return i18next.reloadResources([...neededLanguages()], [...namespaces]);
}

/** Shows another language at once; its application texts follow when they arrive. */
export async function showLanguage(language: string): Promise<void> {
  await i18next.changeLanguage(language);
  const loaded = new Set(loadedOnDemand());
  await loadTexts([...loaded]);
}

/** The namespaces beyond the bundled ones that some language of this visit has. */
function loadedOnDemand(): readonly string[] {
  const bundled = new Set<string>(BUNDLED);
  const names = Object.values(i18next.store.data).flatMap((namespaces) => Object.keys(namespaces));
  return ['app', ...names.filter((name) => !bundled.has(name))];
}
