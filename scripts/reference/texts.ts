import en from './locales/en/reference.json' with { type: 'json' };
import ja from './locales/ja/reference.json' with { type: 'json' };
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Texts of the reference in one language, by dotted key. */
export interface Texts {
  readonly language: string;
  say(key: string, values?: Readonly<Record<string, string>>): string;
}

const TREES: Readonly<Record<string, unknown>> = { en, ja };
const PACKAGES = join(import.meta.dirname, '../../packages');

export const LANGUAGES: readonly string[] = Object.keys(TREES);

export function textsIn(language: string): Texts {
  return {
    language,
    say: (key, values = {}) =>
      textAt(TREES[language], key).replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => values[name] ?? ''),
  };
}

/** A text of a package's own locale file, `web/shell` and the like. Throws where there is none. */
export function packageText(language: string, file: string, key: string): string {
  const [owner = '', namespace = ''] = file.split('/');
  const path = join(PACKAGES, owner, 'locales', language, `${namespace}.json`);
  return textAt(JSON.parse(readFileSync(path, 'utf8')) as unknown, key);
}

function textAt(tree: unknown, key: string): string {
  const found = textIn(tree, key);
  if (found === null) throw new Error(`no text ${key}`);
  return found;
}

function textIn(tree: unknown, key: string): string | null {
  let found = tree;
  for (const part of key.split('.')) {
    found =
      typeof found === 'object' && found !== null ? (found as Readonly<Record<string, unknown>>)[part] : undefined;
  }
  return typeof found === 'string' ? found : null;
}
