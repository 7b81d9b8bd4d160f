import i18next, { type i18n as I18n } from 'i18next';
import HttpBackend from 'i18next-http-backend';
import { initReactI18next } from 'react-i18next';
import { bundledTexts } from './bundled.ts';

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

/** The language in which the runtime's own texts are always whole. */
const SHIPPED = 'en';

function applyToPage(language: string): void {
  document.documentElement.lang = language;
  document.documentElement.dir = i18next.dir(language);
}

/** Starts the texts with what is in the build; the application's own arrive afterwards (see `loadAppTexts`). */
export async function startTexts(settings: TextSettings): Promise<I18n> {
  const source = settings.languages[0] ?? SHIPPED;
  await i18next
    .use(HttpBackend)
    .use(initReactI18next)
    .init({
      lng: settings.language,
      fallbackLng: [...new Set([source, SHIPPED])],
      supportedLngs: [...new Set([...settings.languages, SHIPPED])],
      nonExplicitSupportedLngs: true,
      ns: [...BUNDLED],
      defaultNS: 'shell',
      resources: bundledTexts(),
      partialBundledLanguages: false,
      maxRetries: settings.retries,
      retryTimeout: settings.retryMs,
      backend: { loadPath: '/_/locales/{{lng}}/{{ns}}.json' },
      interpolation: { escapeValue: false },
      returnEmptyString: false,
      react: { useSuspense: false, bindI18n: 'languageChanged loaded', bindI18nStore: '' },
    });
  applyToPage(i18next.language);
  i18next.on('languageChanged', applyToPage);
  return i18next;
}

/** The languages whose files this visit needs: the shown one and the one that stands in for what is missing. */
function neededLanguages(): readonly string[] {
  const fallback = i18next.options.fallbackLng;
  const source = Array.isArray(fallback) ? (fallback as readonly string[])[0] : undefined;
  return [...new Set([i18next.language, source ?? SHIPPED])];
}

/** Fetches namespaces anew in the shown and the source language; what arrives is swapped in at once. */
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
