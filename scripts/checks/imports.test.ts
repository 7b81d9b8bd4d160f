import { expect, test } from 'vitest';
import { importFindings } from './imports.ts';

function texts(files: Readonly<Record<string, string>>): readonly string[] {
  return importFindings(new Map(Object.entries(files))).map((one) => `${one.file}:${one.line} ${one.text}`);
}

test('a package may import those before it', () => {
  expect(
    texts({
      'packages/spec/src/a.ts': "import type { Model } from '@ninefold/model';",
      'packages/server/src/a.ts':
        "import { compile } from '@ninefold/spec';\nimport { readFile } from 'node:fs/promises';",
      'packages/cli/src/a.ts': "import { startServer } from '@ninefold/server';",
      'packages/web/src/a.tsx': "import { holds } from '@ninefold/model';",
    }),
  ).toEqual([]);
});

test.each([
  ['model', "import { compile } from '@ninefold/spec';", 'model must not import spec (@ninefold/spec)'],
  ['web', "import type { Application } from '@ninefold/spec';", 'web must not import spec (@ninefold/spec)'],
  ['web', "export type { Application } from '@ninefold/spec';", 'web must not import spec (@ninefold/spec)'],
  ['web', "const server = await import('@ninefold/server');", 'web must not import server (@ninefold/server)'],
  ['server', "import { main } from 'ninefold';", 'server must not import cli (ninefold)'],
  ['spec', "import { readFile } from 'node:fs/promises';", 'spec must not import Node: node:fs/promises'],
  ['model', "import { join } from 'path';", 'model must not import Node: path'],
  ['web', "import '../../model/src/index.ts';", 'a relative import leaves the package: ../../model/src/index.ts'],
])('%s refuses %s', (name, text, finding) => {
  expect(texts({ [`packages/${name}/src/a.ts`]: `\n${text}` })).toEqual([`packages/${name}/src/a.ts:2 ${finding}`]);
});

test('a test of a pure package may read files', () => {
  expect(texts({ 'packages/spec/src/a.test.ts': "import { readFileSync } from 'node:fs';" })).toEqual([]);
});

test('files that import each other are found, type imports among them', () => {
  expect(
    texts({
      'packages/model/src/a.ts': "import { b } from './b.ts';",
      'packages/model/src/b.ts': "import type { C } from './deep/c.ts';",
      'packages/model/src/deep/c.ts': "export * from '../a.ts';",
      'packages/model/src/d.ts': "import { b } from './b.ts';",
    }),
  ).toEqual([
    'packages/model/src/a.ts:1 files import each other: packages/model/src/a.ts, packages/model/src/b.ts, packages/model/src/deep/c.ts',
  ]);
});

test('a circle inside one folder is a warning, one that leaves it an error', () => {
  const severity = (other: string): readonly string[] =>
    importFindings(
      new Map([
        ['packages/model/src/x/a.ts', `import '${other}';`],
        ['packages/model/src/x/b.ts', "import './a.ts';"],
        ['packages/model/src/y/b.ts', "import '../x/a.ts';"],
      ]),
    ).map((one) => one.severity);
  expect(severity('./b.ts')).toEqual(['warning']);
  expect(severity('../y/b.ts')).toEqual(['error']);
});
