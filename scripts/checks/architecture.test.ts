import { expect, test } from 'vitest';
import { architectureFindings } from './architecture.ts';
import type { LayerLists } from './layer-list.ts';

const FILES = {
  'packages/model/src/index.ts': '',
  'packages/model/src/ir/entity.ts': '',
  'packages/model/src/expressions/functions/texts.ts': '',
  'packages/model/src/testing/build.ts': '',
  'packages/model/locales/en/errors.json': '',
};
const ROWS = ['| `ir` | Types. |', '| `expressions` | Evaluates; `expressions/functions` has a file for each. |'];

function texts(rows: readonly string[], rest: readonly string[] = [], contributing = ''): readonly string[] {
  const page = ['# Title', '## Folders of `model`', '', '| folder | what |', '| --- | --- |', ...rows, ...rest].join(
    '\n',
  );
  const files = new Map(Object.entries({ ...FILES, 'ARCHITECTURE.md': page, 'CONTRIBUTING.md': contributing }));
  return architectureFindings(files, {}).map((one) => `${one.file}:${one.line} ${one.text}`);
}

test('a page that names every folder passes', () => {
  expect(texts(ROWS)).toEqual([]);
});

test('a folder that is not named, or in the section of another package only, is found', () => {
  expect(texts(ROWS.slice(1))).toEqual(['ARCHITECTURE.md:1 does not name packages/model/src/ir']);
  expect(texts(['| `ir` | Types. |', '| `expressions` | Evaluates. |'])).toEqual([
    'ARCHITECTURE.md:1 does not name packages/model/src/expressions/functions',
  ]);
  expect(texts(ROWS.slice(1), ['## Folders of `spec`', '| `ir` | Types. |'])).toEqual([
    'ARCHITECTURE.md:1 does not name packages/model/src/ir',
  ]);
});

test('a row about a folder that does not exist is found', () => {
  expect(texts([...ROWS, '| `gone` | Nothing. |'])).toEqual([
    'ARCHITECTURE.md:8 there is no folder packages/model/src/gone',
  ]);
});

test('paths that lead nowhere are found in both pages', () => {
  const good =
    '`model/src/ir/entity.ts`, `model/src/expressions/functions/<name>.ts`, `model/locales/{en,ja}/errors.json`';
  expect(texts(ROWS, [], good)).toEqual([]);
  expect(texts(ROWS, ['', 'See `model/src/ir/field.ts`.'], '`model/src/expression/`')).toEqual([
    'ARCHITECTURE.md:9 nothing is at packages/model/src/ir/field.ts',
    'CONTRIBUTING.md:1 nothing is at packages/model/src/expression',
  ]);
});

test('the glossary is sorted and has at most 40 terms', () => {
  const glossary = (terms: readonly string[]): readonly string[] =>
    texts(ROWS, ['## Glossary', '| term | meaning |', '| --- | --- |', ...terms.map((term) => `| ${term} | It. |`)]);
  expect(glossary(['a', 'b'])).toEqual([]);
  expect(glossary(['b', 'a'])).toEqual(['ARCHITECTURE.md:12 a stands behind b']);
  const many = Array.from({ length: 41 }, (_, index) => `t${String(index).padStart(2, '0')}`);
  expect(glossary(many.slice(1))).toEqual([]);
  expect(glossary(many)).toEqual(['ARCHITECTURE.md:1 41 terms, at most 40']);
});

test('the picture shows the layers of the list, lowest at the bottom', () => {
  const layers = (...names: readonly string[]) => names.map((name) => ({ name, holds: [] }));
  const lists: LayerLists = {
    'packages/model/src': layers('data', 'values', 'field types'),
    'packages/cli/src': layers('texts', 'commands'),
    'packages/server/src/storage': layers('SQL', 'schema'),
  };
  const shown = (...lines: readonly string[]): readonly string[] =>
    architectureFindings(new Map([['ARCHITECTURE.md', lines.join('\n')]]), lists).map(({ text }) => text);
  const header = '     model        spec  server  web  cli';
  const rows = [
    '  ▲  field types                     commands',
    '  │  values',
    ' up  data                            texts',
  ];
  expect(shown(header, ...rows, '', ' server/storage: SQL → schema')).toEqual([]);
  expect(shown(header, ...rows.toReversed(), '', ' server/storage: SQL')).toEqual([
    'shows the layers of packages/model/src as "field types → values → data", not "data → values → field types"',
    'shows the layers of packages/cli/src as "commands → texts", not "texts → commands"',
    'shows the layers of packages/server/src/storage as "SQL", not "SQL → schema"',
  ]);
});
