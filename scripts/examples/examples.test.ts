import { expect, test } from 'vitest';
import { compile, type SourceFile } from '../../packages/spec/src/index.ts';
import { blocksOf, filesOf, textOf } from './folder.ts';
import { textKeys } from './text-keys.ts';

const errorsOf = (files: readonly SourceFile[]) => compile(files).issues.filter((issue) => issue.severity === 'error');

/** The application of the guide, put together as the reader does it. */
async function guided(): Promise<SourceFile[]> {
  const guide = await textOf('docs/guide/first-application.md');
  const [smallest = '', ...parts] = blocksOf(guide, 'yaml');
  const [en = '', ja = ''] = blocksOf(guide, 'json');
  expect(smallest).toBe('ninefold: 1\n');
  return [
    { path: 'app.yaml', text: parts.join('\n') },
    { path: 'locales/en/app.json', text: en },
    { path: 'locales/ja/app.json', text: ja },
  ];
}

function keysIn(tree: unknown, path: string): string[] {
  if (typeof tree !== 'object' || tree === null) return [path];
  return Object.entries(tree).flatMap(([key, below]) => keysIn(below, path === '' ? key : `${path}.${key}`));
}

async function textsOf(language: string): Promise<Set<string>> {
  const files = await filesOf(`examples/service-desk/locales/${language}`);
  return new Set(files.flatMap((file) => keysIn(JSON.parse(file.text), '')));
}

test.each(['examples/service-desk', 'examples/empty'])('%s holds no error', async (folder) => {
  expect(errorsOf(await filesOf(folder))).toEqual([]);
});

test('the first application of the guide holds no error, whole and after each step', async () => {
  const [app, ...texts] = await guided();
  expect(errorsOf([app ?? { path: 'app.yaml', text: '' }, ...texts])).toEqual([]);
  const [, first = '', second = ''] = blocksOf(await textOf('docs/guide/first-application.md'), 'yaml');
  expect(errorsOf([{ path: 'app.yaml', text: first }])).toEqual([]);
  expect(errorsOf([{ path: 'app.yaml', text: `${first}\n${second}` }])).toEqual([]);
});

test('every text of the service desk is there in both languages', async () => {
  const { application } = compile(await filesOf('examples/service-desk'));
  const keys = application === null ? [] : textKeys(application.model);
  expect(keys.length).toBeGreaterThan(250);
  const [en, ja] = [await textsOf('en'), await textsOf('ja')];
  const written = /^purpose\.(does|audience|terms)/; // these stand in app.yaml, in the source language
  expect(keys.filter((key) => !en.has(key) && !written.test(key))).toEqual([]);
  expect(keys.filter((key) => !ja.has(key))).toEqual([]);
});
