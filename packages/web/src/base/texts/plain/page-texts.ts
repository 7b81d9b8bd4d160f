import { directionOf } from '@ninefold/model';
import { fileArrived, fileFailed } from '../failed-files.ts';
import type { TextSource } from '../make-texts.ts';
import { pageLanguage, SHIPPED, shippedLanguage } from '../files/languages.ts';
import { loadFile, type Retries } from './load-file.ts';
import { textSource, type TextFiles, type TextTree } from './text-source.ts';

/** What the texts of a page need to know; comes with the session answer. */
export interface PageTextSettings extends Retries {
  /** The languages of the application, source language first. */
  readonly languages: readonly string[];
  readonly language: string;
  /** The runtime's own texts of this page, by namespace. Rejects where they do not arrive. */
  readonly load: (shipped: string) => Promise<Readonly<Record<string, TextTree>>>;
}

let settings: PageTextSettings | null = null;
let files: TextFiles = {};
let source: TextSource = textSource([SHIPPED], files);
const listeners = new Set<() => void>();

/** The texts as they are now. It is another object whenever one of them has changed. */
export const pageTexts = (): TextSource => source;

/** Calls back whenever texts have changed, until the answer is called. */
export function onPageTexts(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** Starts the texts with the runtime's own in the reader's language. Those of the application follow by `loadApplicationTexts`. */
export async function startPageTexts(given: PageTextSettings): Promise<void> {
  settings = given;
  await showPageLanguage(given.language);
}

/** Shows another language as soon as the runtime's own texts in it are there; those of the application follow. */
export async function showPageLanguage(language: string): Promise<void> {
  if (settings === null) return;
  const shipped = shippedLanguage(language);
  const texts = await settings.load(shipped);
  settings = { ...settings, language };
  Object.entries(texts).forEach(([namespace, file]) => add(shipped, namespace, file));
  document.documentElement.lang = pageLanguage(language);
  document.documentElement.dir = directionOf(language);
  change();
}

/** Loads the application's texts in the display and the source language. They are shown as they arrive. */
export async function loadApplicationTexts(report: (error: unknown) => void): Promise<void> {
  if (settings === null) return;
  const { language, languages, ...retries } = settings;
  const needed = [...new Set([language, languages[0] ?? SHIPPED])];
  await Promise.all(
    needed.map(async (each) => {
      try {
        add(each, 'app', await loadFile(`/_/locales/${each}/app.json`, retries));
        fileArrived(each, 'app');
        change();
      } catch (error) {
        fileFailed({ language: each, namespace: 'app', reason: String(error) });
        report(error);
      }
    }),
  );
}

function add(language: string, namespace: string, file: TextTree): void {
  files = { ...files, [language]: { ...files[language], [namespace]: file } };
}

function change(): void {
  const { language, languages } = settings ?? { language: SHIPPED, languages: [] };
  const fallbacks = [language.split('-')[0] ?? language, languages[0] ?? SHIPPED, SHIPPED];
  source = textSource([...new Set([language, ...fallbacks])], files);
  listeners.forEach((listener) => listener());
}
