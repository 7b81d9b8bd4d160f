import { createHash } from 'node:crypto';
import { narrow, SOURCE_TEXTS, type Model, type Rights } from '@ninefold/model';
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
  if (namespace === 'app')
    return model.languages.includes(language) ? appFile({ model, texts }, language, { rights, demo }) : null;
  const page = /^page\.(.+)$/.exec(namespace)?.[1];
  if (page === undefined || rights === null || !Object.hasOwn(pages, page) || !mayOpen(model, rights, page))
    return null;
  const languages = pages[page] ?? {};
  return Object.hasOwn(languages, language) ? { markdown: languages[language] ?? '' } : null;
}

interface Reader {
  readonly rights: Rights | null;
  readonly demo: boolean;
}

/** The application's texts in one language, and beside them what only its source language has. Null: it has none at all. */
function appFile(
  { model, texts }: Pick<ServedApplication, 'model' | 'texts'>,
  language: string,
  { rights, demo }: Reader,
): TextTree | null {
  const [source = language] = model.languages;
  const textsIn = (each: string): TextTree | null => {
    const written = Object.hasOwn(texts, each) ? texts[each] : undefined;
    if (written === undefined) return null;
    return rights === null ? publicTexts(written, demo) : narrowTexts(written, narrow(model, rights));
  };
  const own = textsIn(language);
  const others = language === source ? null : lacking(textsIn(source) ?? {}, own ?? {}, language);
  if (others === null || Object.keys(others).length === 0) return own;
  return { ...own, [SOURCE_TEXTS]: others };
}

const PLURAL = /^(.+)_(?:zero|one|two|few|many|other)$/;

/** What a tree of texts has and the one in `language` has not. A text with plural forms is there where the language has all of its forms, or a text without any. */
function lacking(tree: TextTree, there: TextTree, language: string): TextTree {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const isFilled = (key: string): boolean => Object.hasOwn(there, key) && there[key] !== '';
  const isThere = (key: string): boolean => {
    const [, base = null] = PLURAL.exec(key) ?? [];
    return base === null ? isFilled(key) : isFilled(base) || forms.every((form) => isFilled(`${base}_${form}`));
  };
  const parts = Object.entries(tree).flatMap(([key, value]): readonly (readonly [string, TextTree[string]])[] => {
    if (typeof value === 'string') return isThere(key) ? [] : [[key, value]];
    const beside = Object.hasOwn(there, key) ? there[key] : undefined;
    const rest = lacking(value, typeof beside === 'object' ? beside : {}, language);
    return Object.keys(rest).length > 0 ? [[key, rest]] : [];
  });
  return Object.fromEntries(parts);
}

function mayOpen(model: Model, rights: Rights, page: string): boolean {
  return narrow(model, rights).screens.some((screen) => screen.kind === 'page' && screen.page === page);
}

function written(tree: TextTree): LocaleFile {
  const body = JSON.stringify(tree);
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"` };
}
