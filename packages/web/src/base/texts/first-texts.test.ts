import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

type Tree = { readonly [key: string]: string | Tree };

const SRC = join(import.meta.dirname, '../..');

/** Where the application and the sign-in page begin. */
const ENTRIES = ['main.tsx', 'sign-in.tsx'];

/** Beginnings of keys of other texts, of commands, and of what is only said where the late texts are. */
const OTHERS = ['bulk.', 'errors.', 'limits.', 'list.'];

const STATIC = /^(?:import|export)\s(?!type\b)(?:[^;'"]*?\sfrom\s)?'(\.[^']+)'/gm;
const LATER = /import\('(\.[^']+)'\)/g;
const WITH_LATE_TEXTS = /withLateTexts\(\s*async \(\) =>\s*(?:\(await )?import\('(\.[^']+)'\)/g;

const namesOf = (source: string, pattern: RegExp): readonly string[] =>
  [...source.matchAll(pattern)].map(([, name]) => name ?? '');

/** Every module that may run without the late texts, with its text: what it imports, and loads later without them, too. */
function withoutLateTexts(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const follow = (file: string): void => {
    if (found.has(file) || !/\.tsx?$/.test(file) || !existsSync(file)) return;
    const source = readFileSync(file, 'utf8');
    found.set(file, source);
    const late = new Set(namesOf(source, WITH_LATE_TEXTS));
    const others = namesOf(source, LATER).filter((name) => !late.has(name));
    for (const name of [...namesOf(source, STATIC), ...others]) follow(join(dirname(file), name));
  };
  ENTRIES.forEach((entry) => follow(join(SRC, entry)));
  return found;
}

const PLURAL = /_(zero|one|two|few|many|other)$/;

function keysOf(tree: Tree, prefix = ''): readonly string[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [prefix + key] : keysOf(value, `${prefix}${key}.`),
  );
}

const read = (name: string): readonly string[] =>
  keysOf(JSON.parse(readFileSync(join(SRC, '../locales', name), 'utf8')) as Tree); // as the texts are written

const modules = withoutLateTexts();
const literals = new Set(
  [...modules.values()].flatMap((source) => namesOf(source, /'([a-z0-9_]+(?:\.[a-z0-9_]+)+)'/g)),
);
const beginnings = [...modules.values()]
  .flatMap((source) => namesOf(source, /`([a-z_]+\.(?:[a-z_]+\.)*[a-z_]*)\$\{/g))
  .filter((beginning) => !OTHERS.includes(beginning));
const isNeeded = (key: string): boolean =>
  literals.has(key.replace(PLURAL, '')) || beginnings.some((beginning) => key.startsWith(beginning));

test.each(['en', 'ja'])('what may run without the late texts needs none of them (%s)', (language) => {
  expect(read(`${language}/pages.json`).filter(isNeeded)).toEqual([]);
});

test.each(['en', 'ja'])('the first texts are those that may be needed without the late ones (%s)', (language) => {
  expect(read(`${language}/shell.json`).filter((key) => !isNeeded(key))).toEqual([]);
});

test('the modules of the first pages are found', () => {
  for (const name of ['shell/frame/app-frame.tsx', 'records/list/list-extras.tsx', 'shell/sign-in/sign-in-page.tsx'])
    expect(modules.has(join(SRC, name))).toBe(true);
  expect(modules.has(join(SRC, 'records/record/record-screen.tsx'))).toBe(false);
});
