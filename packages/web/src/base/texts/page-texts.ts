import { directionOf, isMap, SOURCE_TEXTS } from '@ninefold/model';
import { fileArrived, fileFailed, type FailedFile } from './failed-files.ts';
import { pageLanguage, SHIPPED, shippedLanguage } from './files/languages.ts';
import { loadFile, type Retries } from './files/load-file.ts';
import type { TextSource } from './make-texts.ts';
import type { TextTree } from './files/text-files.ts';
import { textSource, type TextFiles } from './text-source.ts';

/** The runtime's own texts in one of its languages, by namespace. Rejects where they do not arrive. */
type LoadShipped = (shipped: string) => Promise<Readonly<Record<string, TextTree>>>;

/** What the texts of a page need to know; comes with the session answer. */
export interface PageTextSettings extends Retries {
  /** The languages of the application, source language first. */
  readonly languages: readonly string[];
  readonly language: string;
  readonly load: LoadShipped;
  /** Is told of each file of the application that does not arrive. */
  readonly report: (file: FailedFile) => void;
}

let settings: PageTextSettings | null = null;
/** What loads the runtime's own texts of this page: the first ones, and those that code has added. */
let loaders: readonly LoadShipped[] = [];
/** The namespaces of the application that this page has loaded. */
const loaded = new Set<string>();
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

/** Calls back whenever the page is shown in another language than before. */
export function onPageLanguage(changed: (language: string) => void): void {
  let shown = source.language;
  onPageTexts(() => {
    if (source.language === shown) return;
    shown = source.language;
    changed(shown);
  });
}

/**
 * Starts the texts with the runtime's own in the reader's language; those of the application follow by `loadTexts`. Called
 * again when the languages of the application become known only later.
 */
export async function startPageTexts(given: PageTextSettings): Promise<void> {
  loaders = [given.load, ...loaders.filter((load) => load !== settings?.load)];
  settings = given;
  await show(given.language);
}

/** Shows another language as soon as the runtime's own texts in it are there; those of the application follow. */
export async function showPageLanguage(language: string): Promise<void> {
  await show(language);
  await loadTexts([...loaded]);
}

async function show(language: string): Promise<void> {
  const shipped = shippedLanguage(language);
  for (const texts of await Promise.all(loaders.map((load) => load(shipped)))) add(shipped, texts);
  if (settings !== null) settings = { ...settings, language };
  applyToPage(language);
  change();
}

/** The tag says the language of the runtime's own texts. What is in another one, such as the application's texts, says so itself. */
function applyToPage(language: string): void {
  const page = document.documentElement;
  const [lang, dir] = [pageLanguage(language), directionOf(language)];
  // A browser works out every style anew when it is told of a language, even of the same.
  if (page.lang !== lang) page.lang = lang;
  if (page.dir !== dir) page.dir = dir;
}

/** Adds texts of the runtime's own, from now on in every language that is shown. Rejects where they do not arrive. */
export async function addPageTexts(load: LoadShipped): Promise<void> {
  if (loaders.includes(load)) return;
  const shipped = shippedLanguage(source.language);
  add(shipped, await load(shipped));
  loaders = [...loaders, load];
  change();
}

/**
 * Loads namespaces of the application's texts in the display language, and those that only its source language has. They
 * are shown as they arrive.
 */
export async function loadTexts(namespaces: readonly string[]): Promise<void> {
  namespaces.forEach((namespace) => loaded.add(namespace));
  await Promise.all(namespaces.map((namespace) => loadNamespace(namespace)));
}

async function loadNamespace(namespace: string): Promise<void> {
  if (settings === null) return;
  const { language, languages, report, ...retries } = settings;
  const source = languages[0] ?? SHIPPED;
  const load = async (each: string): Promise<boolean> => {
    try {
      take(each, namespace, { file: await loadFile(`/_/locales/${each}/${namespace}.json`, retries), source });
      fileArrived(each, namespace);
      change();
      return true;
    } catch (error) {
      const failed = { language: each, namespace, reason: String(error) };
      fileFailed(failed);
      report(failed);
      return false;
    }
  };
  if (!(await load(language)) && language !== source) await load(source);
}

/** Keeps a file of texts, and apart from it those that only the source language has. */
function take(
  language: string,
  namespace: string,
  { file, source }: { readonly file: TextTree; readonly source: string },
): void {
  const { [SOURCE_TEXTS]: others, ...own } = file;
  files = { ...files, [language]: { ...files[language], [namespace]: own } };
  if (isMap(others)) add(source, { [namespace]: others });
}

/** Adds texts to those of the same namespaces. */
function add(language: string, texts: Readonly<Record<string, TextTree>>): void {
  files = { ...files, [language]: joined(files[language] ?? {}, texts) as Record<string, TextTree> }; // a tree below each namespace
}

function joined(one: TextTree, other: TextTree): TextTree {
  const both = Object.entries(other).map(([key, value]) => {
    const before = Object.hasOwn(one, key) ? one[key] : undefined;
    return [key, isMap(before) && isMap(value) ? joined(before, value) : value];
  });
  return { ...one, ...Object.fromEntries(both) };
}

function change(): void {
  const { language, languages } = settings ?? { language: SHIPPED, languages: [] };
  const fallbacks = [language.split('-')[0] ?? language, languages[0] ?? SHIPPED, SHIPPED];
  source = textSource([...new Set([language, ...fallbacks])], files);
  listeners.forEach((listener) => listener());
}
