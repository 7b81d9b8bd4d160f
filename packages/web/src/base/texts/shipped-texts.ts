import { pickLanguage } from '@ninefold/model';
import type { ResourceKey } from 'i18next';

/** The language in which the runtime's own texts are read where they do not exist in the reader's. */
export const SHIPPED = 'en';

/** The namespaces of the runtime's own texts. */
export const SHIPPED_NAMESPACES = ['shell', 'errors'] as const;

/** Texts by namespace. Those of the checker are not among them while no page shows its results. */
type Texts = Readonly<Record<(typeof SHIPPED_NAMESPACES)[number], ResourceKey>>;

const files = import.meta.glob<Texts>('./shipped/*.ts', { import: 'texts' });
const lateFiles = import.meta.glob<Pick<Texts, 'shell'>>('./late/*.ts', { import: 'texts' });

const fileOf = (language: string): string => `./shipped/${language}.ts`;
const languageOf = (file: string): string => file.slice('./shipped/'.length, -'.ts'.length);

/** The languages in which the runtime's own texts exist. */
export const SHIPPED_LANGUAGES: readonly string[] = Object.keys(files).map(languageOf);

/** The language in which a reader of `language` reads the runtime's own texts: `ja-JP` → `ja`, `fr` → `en`. */
export function shippedLanguage(language: string): string {
  return pickLanguage([language], SHIPPED_LANGUAGES) ?? SHIPPED;
}

/** The language of the page for a reader of `language`: that of the runtime's own texts, `ja-JP` where these are in `ja`. */
export function pageLanguage(language: string): string {
  return pickLanguage([language], SHIPPED_LANGUAGES) === null ? SHIPPED : language;
}

/**
 * The runtime's own texts in one shipped language. They are a chunk of the build of their own, which the page starts to
 * load with the code. Rejects where it does not arrive.
 */
export async function shippedTexts(language: string): Promise<Texts> {
  const load = files[fileOf(language)];
  if (load === undefined) throw new Error(`There are no texts in ${language}.`);
  return load();
}

/** Texts of pages that few people open: they come with the code of the first of these. Rejects where they do not arrive. */
export async function lateTexts(language: string): Promise<Pick<Texts, 'shell'>> {
  const load = lateFiles[`./late/${language}.ts`];
  if (load === undefined) throw new Error(`There are no texts of late pages in ${language}.`);
  return load();
}
