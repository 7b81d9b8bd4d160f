import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RUNTIME_LIMITS } from '@ninefold/model';
import { expect, test } from 'vitest';

type Tree = { readonly [key: string]: string | Tree };

const root = join(import.meta.dirname, '../../..');

function keysOf(tree: Tree, prefix = ''): string[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [prefix + key] : keysOf(value, `${prefix}${key}.`),
  );
}

function textsOf(tree: Tree): string[] {
  return Object.values(tree).flatMap((value) => (typeof value === 'string' ? [value] : textsOf(value)));
}

/** The texts of every page, and those that come with the code of some. */
function read(language: string): Tree {
  const [early, late] = ['shell', 'pages'].map(
    (file) => JSON.parse(readFileSync(join(root, `locales/${language}/${file}.json`), 'utf8')) as Tree,
  );
  return merged(early ?? {}, late ?? {});
}

function merged(one: Tree, other: Tree): Tree {
  const both = Object.keys(other).map((key): [string, string | Tree] => {
    const [mine = {}, theirs = {}] = [one[key], other[key]];
    return [key, typeof mine === 'string' || typeof theirs === 'string' ? theirs : merged(mine, theirs)];
  });
  return { ...one, ...Object.fromEntries(both) };
}

const PLURAL = /_(zero|one|two|few|many|other)$/;
const base = (key: string): string => key.replace(PLURAL, '');

/** Every key that the code names as a plain text. */
function usedKeys(): ReadonlyMap<string, string> {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
  const used = new Map<string, string>();
  for (const file of files.filter((each) => /\.tsx?$/.test(each) && !each.includes('.test.'))) {
    const source = readFileSync(join(root, 'src', file), 'utf8');
    for (const match of source.matchAll(/\bt\(\s*'([a-z0-9_]+(?:\.[a-z0-9_]+)+)'/g)) used.set(match[1] ?? '', file);
  }
  return used;
}

const languages = ['en', 'ja'] as const;

test.each(languages)('every text that the code names exists in %s', (language) => {
  const known = new Set(keysOf(read(language)).map(base));
  const missing = [...usedKeys()].filter(([key]) => !known.has(key)).map(([key, file]) => `${key} (${file})`);
  expect(missing).toEqual([]);
});

test.each(languages)('every constant has a name and a unit in %s', (language) => {
  const known = new Set(keysOf(read(language)));
  const named = Object.values(RUNTIME_LIMITS).flatMap(({ id, unit }) => [`limit.${id}`, `unit.${String(unit)}`]);
  expect(named.filter((key) => !known.has(key))).toEqual([]);
});

test('both languages have the same keys', () => {
  const [one, other] = languages.map((language) => [...new Set(keysOf(read(language)).map(base))].sort());
  expect(one).toEqual(other);
});

test.each(languages)('plural texts of %s have every form of the language', (language) => {
  const keys = new Set(keysOf(read(language)));
  const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const bases = [...keys].filter((key) => PLURAL.test(key)).map(base);
  const missing = bases.flatMap((key) => categories.map((each) => `${key}_${each}`)).filter((key) => !keys.has(key));
  expect(missing).toEqual([]);
});

test.each(languages)('no text of %s is empty or blames', (language) => {
  for (const text of textsOf(read(language))) {
    expect(text.trim()).not.toBe('');
    expect(text).not.toMatch(/\b(oops|invalid|please)\b/i);
  }
});
