import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { SHIPPED_LANGUAGES } from './files/languages.ts';
import { textSource } from './text-source.ts';
import { texts as en } from './few/en.ts';
import { texts as ja } from './few/ja.ts';

const SRC = join(import.meta.dirname, '../..');
const FEW = { en, ja };

/** The files of the sign-in page, without those that are loaded late. */
function filesFrom(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(
    /^(?:import|export|\}) (?!type\b).*?from '(\.[^']+\.tsx?)'/gm,
  ))
    filesFrom(resolve(dirname(file), path), seen);
  return seen;
}

test('each folder of texts has a file for each language of the runtime', () => {
  for (const folder of ['few', 'late', 'shipped']) {
    const files = readdirSync(join(SRC, 'base/texts', folder));
    expect([folder, files]).toEqual([folder, SHIPPED_LANGUAGES.map((language) => `${language}.ts`)]);
  }
});

test.each(['en', 'ja'] as const)('every text that the sign-in page names is among its few in %s', (language) => {
  const source = textSource([language], { [language]: FEW[language] });
  const files = filesFrom(join(SRC, 'sign-in.tsx'));
  expect(files).toContain(join(SRC, 'screens/sign-in/sign-in-form.tsx'));
  const named = [...files]
    .filter((file) => !/\/(?:make-texts|problem-text)\.ts$/.test(file)) // name those of every page
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/\bt\(\s*(?:[^'()]*\? )?'([a-z_]+\.[a-z_.]+)'/g)])
    .map(([, key = '']) => key);
  expect(named.length).toBeGreaterThan(20);
  const has = (key: string): boolean => source.exists(`shell:${key}`) || source.exists(`shell:${key}`, { count: 2 });
  expect(named.filter((key) => !has(key))).toEqual([]);
});

test.each(['en', 'ja'] as const)('what a sign-in may be refused for has a sentence in %s', (language) => {
  const source = textSource([language], { [language]: FEW[language] });
  for (const code of ['wrong_sign_in', 'too_many_tries', 'account_closed', 'offline', 'no_answer', 'fault', 'forged'])
    expect([code, source.exists(`errors:${code}.message`, { count: 2 })]).toEqual([code, true]);
});
