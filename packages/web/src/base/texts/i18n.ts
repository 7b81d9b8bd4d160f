import { directionOf, keysOf } from '@ninefold/model';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { directionOptions, foreignDirection } from './directions.ts';
import { LanguageFiles } from './language-files.ts';
import { pageLanguage, SHIPPED, shippedLanguage } from './files/languages.ts';
import { parseFile } from './files/text-files.ts';
import { lateTexts, SHIPPED_NAMESPACES, shippedTexts } from './shipped-texts.ts';
import { startedCall } from '../store/started-calls.ts';

/** What the start of the texts needs to know; comes with the session answer. */
export interface TextSettings {
  /** The languages of the application, source language first. */
  readonly languages: readonly string[];
  readonly language: string;
  readonly retries: number;
  readonly retryMs: number;
}

/** The tag says the language of the runtime's own texts. What is in another one, such as the application's texts, says so itself. */
function applyToPage(language: string): void {
  const page = document.documentElement;
  const [lang, dir] = [pageLanguage(language), directionOf(language)];
  // A browser works out every style anew when it is told of a language, even of the same.
  if (page.lang !== lang) page.lang = lang;
  if (page.dir !== dir) page.dir = dir;
}

/** The languages and what they are forms of: the texts of `ja` are those of `ja-JP` too. */
function supported(languages: readonly string[]): string[] {
  return [...new Set([...languages.flatMap((language) => [language, language.split('-')[0] ?? language]), SHIPPED])];
}

/**
 * Starts the texts with the runtime's own in the reader's language; the application's arrive afterwards (see
 * `loadTexts`). Called again when the languages of the application become known only later.
 */
export async function startTexts(settings: TextSettings): Promise<void> {
  const source = settings.languages[0] ?? SHIPPED;
  const shipped = shippedLanguage(settings.language);
  const texts = await shippedTexts(shipped);
  await i18next
    .use(LanguageFiles)
    .use(initReactI18next)
    .use(foreignDirection(i18next))
    .init({
      lng: settings.language,
      fallbackLng: [...new Set([source, SHIPPED])],
      supportedLngs: supported(settings.languages),
      ns: [...SHIPPED_NAMESPACES],
      defaultNS: 'shell',
      resources: { [shipped]: texts },
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
  return startedCall(url) ?? fetch(url, { ...init, cache: 'no-cache' });
}

/** The languages whose files this visit needs: the display language and the fallback. */
function neededLanguages(): readonly string[] {
  const fallback = i18next.options.fallbackLng;
  const source = Array.isArray(fallback) ? (fallback as readonly string[])[0] : undefined; // given as a list of languages at the start
  return [...new Set([i18next.language, source ?? SHIPPED])];
}

let revision = 0;
const count = (): void => void (revision += 1);
i18next.on('loaded', count);
i18next.on('languageChanged', count);

/** Counts how often texts have arrived or the language has been switched: what is made of texts is made again then. */
export function textsRevision(): number {
  return revision;
}

/** Calls back whenever the revision has changed, until the answer is called. */
export function onTextsRevision(changed: () => void): () => void {
  i18next.on('loaded', changed);
  i18next.on('languageChanged', changed);
  return () => {
    i18next.off('loaded', changed);
    i18next.off('languageChanged', changed);
  };
}

/** Loads namespaces again in the display and the source language. Texts are replaced as they arrive. */
export function loadTexts(namespaces: readonly string[]): Promise<void> {
  return i18next.reloadResources([...neededLanguages()], [...namespaces]);
}

let needsLate = false;

/** Adds the texts that no first page needs, from now on in every language that is shown. */
export async function loadLateTexts(): Promise<void> {
  needsLate = true;
  await addLateTexts(shippedLanguage(i18next.language));
}

async function addLateTexts(shipped: string): Promise<void> {
  const { shell } = await lateTexts(shipped);
  i18next.addResourceBundle(shipped, 'shell', shell, true);
}

/** Shows another language as soon as the runtime's own texts in it are there; those of the application follow. */
export async function showLanguage(language: string): Promise<void> {
  const shipped = shippedLanguage(language);
  const texts = await shippedTexts(shipped);
  keysOf(texts).forEach((namespace) => i18next.addResourceBundle(shipped, namespace, texts[namespace], true));
  if (needsLate) await addLateTexts(shipped);
  await i18next.changeLanguage(language);
  const loaded = new Set(loadedOnDemand());
  await loadTexts([...loaded]);
}

/** The namespaces beyond the shipped ones that some language of this visit has. */
function loadedOnDemand(): readonly string[] {
  const shipped = new Set<string>(SHIPPED_NAMESPACES);
  const names = Object.values(i18next.store.data).flatMap((namespaces) => Object.keys(namespaces));
  return ['app', ...names.filter((name) => !shipped.has(name))];
}
