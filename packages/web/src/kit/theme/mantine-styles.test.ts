import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { UNUSED_PALETTE } from '../../../vite.config.ts';

const source = join(import.meta.dirname, '..', '..');
const mantine = dirname(createRequire(import.meta.url).resolve('@mantine/core/styles.css'));
const components = join(mantine, 'esm/components');

/** What the application takes from Mantine. */
function importedNames(): readonly string[] {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  return files.flatMap((file) => {
    const text = readFileSync(join(source, file), 'utf8');
    const lists = [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].map((match) => match[1] ?? '');
    return lists.flatMap((list) => list.split(',').map((name) => name.trim().replace(/^type /, '')));
  });
}

/** The style sheets of a component and of everything it is made of. */
function stylesOf(file: string, seen: Set<string>, found: Set<string>): void {
  if (seen.has(file) || !existsSync(file)) return;
  seen.add(file);
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/from "(\.[^"]+)"/g)) {
    const sheet = /([^/]+)\.module\.(?:css\.)?mjs$/.exec(path)?.[1];
    if (sheet !== undefined && existsSync(join(mantine, `styles/${sheet}.css`))) found.add(sheet);
    else stylesOf(resolve(dirname(file), path), seen, found);
  }
}

test('the style sheet of every Mantine component in use is in the build', () => {
  const needed = new Set<string>();
  const seen = new Set<string>();
  for (const name of new Set(importedNames())) stylesOf(join(components, name, `${name}.mjs`), seen, needed);
  const present = readFileSync(join(import.meta.dirname, 'mantine.css'), 'utf8');
  expect(needed.size).toBeGreaterThan(10);
  expect([...needed].filter((sheet) => !present.includes(`/${sheet}.layer.css`))).toEqual([]);
});

test('no style sheet or component in use is painted with a palette that the build leaves out', () => {
  const present = readFileSync(join(import.meta.dirname, 'mantine.css'), 'utf8');
  const sheets = [...present.matchAll(/styles\/([\w-]+)\.layer\.css/g)].map(([, name = '']) => name);
  const others = sheets.filter((name) => name !== 'default-css-variables');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(?:tsx?|css)$/.test(file),
  );
  const texts = [
    ...others.map((name) => readFileSync(join(mantine, `styles/${name}.css`), 'utf8')),
    ...files.map((file) => readFileSync(join(source, file), 'utf8')),
  ];
  const used = texts.flatMap((text) =>
    [...text.matchAll(/(?:--mantine-color-|color=")([a-z0-9-]+)/g)].map(([, name]) => `--mantine-color-${name}-`),
  );
  expect(used.length).toBeGreaterThan(50);
  expect(used.filter((name) => UNUSED_PALETTE.test(name))).toEqual([]);
});
