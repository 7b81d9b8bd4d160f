import { expect, test } from 'vitest';
import { compile, type SourceFile } from '../../packages/spec/src/index.ts';
import { blocksOf, filesOf, textOf } from './folder.ts';

const GUIDE = 'docs/guide/first-application.md';

const errorsOf = (files: readonly SourceFile[]) => compile(files).issues.filter((issue) => issue.severity === 'error');

function keysIn(tree: unknown, path: string): string[] {
  if (typeof tree !== 'object' || tree === null) return [path];
  return Object.entries(tree).flatMap(([key, below]) => keysIn(below, path === '' ? key : `${path}.${key}`));
}

async function keysOf(language: string): Promise<string[]> {
  const files = await filesOf(`examples/service-desk/locales/${language}`);
  return files.flatMap((file) => keysIn(JSON.parse(file.text), '')).toSorted();
}

test.each(['examples/service-desk', 'examples/empty'])('%s: the checker finds nothing at all', async (folder) => {
  const { application, issues } = compile(await filesOf(folder));
  // that the administrator may act for others is asked, not assumed
  expect(issues.filter(({ id }) => id !== 'NF0714')).toEqual([]);
  expect(application).not.toBeNull();
});

test('the first application of the guide holds no error after each step', async () => {
  const [smallest = '', ...steps] = blocksOf(await textOf(GUIDE), 'yaml');
  expect(smallest).toBe('ninefold: 1\n');
  expect(steps).toHaveLength(4);
  const written = steps.map((_, index) => steps.slice(0, index + 1).join('\n'));
  for (const text of written) expect(errorsOf([{ path: 'app.yaml', text }])).toEqual([]);
});

test('the first application of the guide is complete in Japanese', async () => {
  const guide = await textOf(GUIDE);
  const text = blocksOf(guide, 'yaml').slice(1).join('\n');
  const [en = '', ja = ''] = blocksOf(guide, 'json');
  const { issues } = compile([
    { path: 'app.yaml', text },
    { path: 'locales/en/app.json', text: en },
    { path: 'locales/ja/app.json', text: ja },
  ]);
  expect(issues.filter(({ severity, params }) => severity === 'error' || params['language'] === 'ja')).toEqual([]);
});

test('the example of a reception is what the guide ends with', async () => {
  const guide = await textOf(GUIDE);
  const [en = '', ja = ''] = blocksOf(guide, 'json');
  const written = await filesOf('examples/reception');
  expect(Object.fromEntries(written.map(({ path, text }) => [path, text]))).toEqual({
    'app.yaml': blocksOf(guide, 'yaml').slice(1).join('\n'),
    'locales/en/app.json': en,
    'locales/ja/app.json': ja,
  });
});

test('every text of the service desk is in both languages, hints too', async () => {
  const inTheSpecification = /^purpose\.(does|audience|terms)\b/; // English stands in app.yaml
  const [en, ja] = [await keysOf('en'), await keysOf('ja')];
  expect(ja.filter((key) => !inTheSpecification.test(key))).toEqual(en);
});
