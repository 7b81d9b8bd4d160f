import { createHash } from 'node:crypto';
import { narrow, type Model, type Rights } from '@ninefold/model';
import type { TextTree } from '@ninefold/spec';
import type { ServedApplication } from '../specification/served.ts';
import { narrowTexts, publicTexts } from './narrow-texts.ts';
import type { ShippedTexts } from './shipped-texts.ts';

/** One language file as it is sent. */
export interface LocaleFile {
  readonly body: string;
  readonly etag: string;
}

/** The language file of this name as this reader may have it (null: not signed in), or null where there is none. */
export type LocaleFiles = (language: string, namespace: string, rights: Rights | null) => LocaleFile | null;

const MOST_KEPT = 500;

/** Language files of an application and of the runtime; made once for each set of roles. Reads no files. `demo`: anybody may sign in as its people. */
export function createLocaleFiles(application: ServedApplication, shipped: ShippedTexts, demo: boolean): LocaleFiles {
  const kept = new Map<string, LocaleFile | null>();
  return (language, namespace, rights) => {
    const key = `${language}/${namespace}/${rights === null ? '-' : rights.roles.join(' ')}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const tree = treeOf(application, shipped, { language, namespace, rights, demo });
    if (tree === null) return null;
    const file = written(tree);
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(key, file);
    return file;
  };
}

function treeOf(
  { model, texts, pages }: ServedApplication,
  shipped: ShippedTexts,
  {
    language,
    namespace,
    rights,
    demo,
  }: { readonly language: string; readonly namespace: string; readonly rights: Rights | null; readonly demo: boolean },
): TextTree | null {
  const own = shipped.get(namespace)?.get(language);
  if (own) return own;
  if (namespace === 'app') {
    const own = Object.hasOwn(texts, language) ? texts[language] : undefined;
    return rights === null && own !== undefined ? publicTexts(own, demo) : appTexts(model, own, rights);
  }
  const page = /^page\.(.+)$/.exec(namespace)?.[1];
  if (page === undefined || rights === null || !Object.hasOwn(pages, page) || !mayOpen(model, rights, page))
    return null;
  const languages = pages[page] ?? {};
  return Object.hasOwn(languages, language) ? { markdown: languages[language] ?? '' } : null;
}

function appTexts(model: Model, texts: TextTree | undefined, rights: Rights | null): TextTree | null {
  return texts === undefined || rights === null ? null : narrowTexts(texts, narrow(model, rights));
}

function mayOpen(model: Model, rights: Rights, page: string): boolean {
  return narrow(model, rights).screens.some((screen) => screen.kind === 'page' && screen.page === page);
}

function written(tree: TextTree): LocaleFile {
  const body = JSON.stringify(tree);
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"` };
}
