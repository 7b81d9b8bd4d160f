import { expect, test } from 'vitest';
import { EXCEPTIONS, LAYERS, type Exception, type LayerLists } from './layer-list.ts';
import { layerFindings } from './layers.ts';

const SRC = 'packages/server/src';
const LISTS: LayerLists = {
  [SRC]: [
    { name: 'base', holds: ['clock.ts', 'storage'] },
    { name: 'records', holds: ['records', 'people'] },
    { name: 'http', holds: ['http'] },
  ],
};
const FITTING: Readonly<Record<string, string>> = {
  [`${SRC}/clock.ts`]: '',
  [`${SRC}/storage/open.ts`]: "import '../clock.ts';",
  [`${SRC}/records/read.ts`]: "import type { Database } from '../storage/open.ts';\nimport '../people/people.ts';",
  [`${SRC}/people/people.ts`]: '',
  [`${SRC}/http/serve.ts`]: "export { read } from '../records/read.ts';",
};

function texts(
  changed: Readonly<Record<string, string>>,
  lists: LayerLists = LISTS,
  exceptions: readonly Exception[] = [],
): readonly string[] {
  const files = new Map(Object.entries({ ...FITTING, ...changed }));
  return layerFindings(files, lists, exceptions).map((one) => `${one.severity} ${one.file}:${one.line} ${one.text}`);
}

test('imports of the same layer and of those before it are allowed', () => {
  expect(texts({})).toEqual([]);
});

test.each([
  ["import { serve } from '../http/serve.ts';"],
  ["import type { Serve } from '../http/serve.ts';"],
  ["export type { Serve } from '../http/serve.ts';"],
  ["const { serve } = await import('../http/serve.ts');"],
  ["let serve: import('../http/serve.ts').Serve;"],
])('an import that goes up is refused: %s', (line) => {
  expect(texts({ [`${SRC}/people/people.ts`]: `\n${line}`, [`${SRC}/http/serve.ts`]: '' })).toEqual([
    `error ${SRC}/people/people.ts:2 goes up a layer of ${SRC}: records must not import http (${SRC}/http/serve.ts)`,
  ]);
});

test('folders of one layer that import each other are refused although no files do', () => {
  expect(
    texts({
      [`${SRC}/people/people.ts`]: '',
      [`${SRC}/people/roles.ts`]: "import type { Row } from '../records/row.ts';",
      [`${SRC}/records/row.ts`]: '',
    }),
  ).toEqual([
    `error ${SRC}/records/read.ts:2 folders of ${SRC} import each other: people, records (records → people: ${SRC}/records/read.ts imports ${SRC}/people/people.ts; people → records: ${SRC}/people/roles.ts imports ${SRC}/records/row.ts)`,
  ]);
});

test('a folder and a folder in it that import each other are refused', () => {
  const circle = {
    [`${SRC}/records/read.ts`]: "import './loading/load.ts';",
    [`${SRC}/records/loading/load.ts`]: "import '../tree.ts';",
    [`${SRC}/records/tree.ts`]: '',
  };
  expect(texts(circle)).toEqual([expect.stringContaining(`folders of ${SRC}/records import each other: ., loading (`)]);
  expect(texts({ ...circle, [`${SRC}/records/loading/load.ts`]: '' })).toEqual([]);
});

test('folders deep inside two others are compared where they part', () => {
  expect(
    texts({
      [`${SRC}/storage/sqlite/words/a.ts`]: "import '../../postgres/b.ts';",
      [`${SRC}/storage/postgres/b.ts`]: '',
      [`${SRC}/storage/postgres/dialect/c.ts`]: "import '../../sqlite/d.ts';",
      [`${SRC}/storage/sqlite/d.ts`]: '',
    }),
  ).toEqual([expect.stringContaining(`folders of ${SRC}/storage import each other: postgres, sqlite (`)]);
});

test('layers inside a folder are kept too', () => {
  const lists = {
    ...LISTS,
    [`${SRC}/records`]: [
      { name: 'loading', holds: ['loading'] },
      { name: 'reading', holds: ['reading'] },
      { name: 'entry', holds: ['.'] },
    ],
  };
  const files = {
    [`${SRC}/records/loading/load.ts`]: '',
    [`${SRC}/records/reading/list.ts`]: "import '../loading/load.ts';",
  };
  expect(texts(files, lists)).toEqual([]);
  expect(
    texts(
      {
        ...files,
        [`${SRC}/records/loading/load.ts`]: "import '../reading/list.ts';",
        [`${SRC}/records/reading/list.ts`]: '',
      },
      lists,
    ),
  ).toEqual([expect.stringContaining(`goes up a layer of ${SRC}/records: loading must not import reading`)]);
});

test('a list names everything once and nothing else', () => {
  const LIST = 'error scripts/checks/layer-list.ts:1';
  expect(texts({ [`${SRC}/jobs/jobs.ts`]: '' })).toEqual([`${LIST} in no layer: ${SRC}/jobs`]);
  expect(texts({ [`${SRC}/words.ts`]: '' })).toEqual([`${LIST} in no layer: ${SRC}/words.ts`]);
  expect(texts({ 'packages/model/src/index.ts': '' })).toEqual([`${LIST} no layers of packages/model/src`]);
  const more = (holds: readonly string[]): LayerLists => ({ [SRC]: [...(LISTS[SRC] ?? []), { name: 'more', holds }] });
  expect(texts({}, more(['dev']))).toEqual([`${LIST} nothing is at ${SRC}/dev`]);
  expect(texts({}, more(['people']))).toContain(`${LIST} in two layers: ${SRC}/people`);
});

test('tests and their support may import anything, and the product nothing of them', () => {
  expect(
    texts({
      [`${SRC}/storage/open.test.ts`]: "import '../http/serve.ts';",
      [`${SRC}/storage/testing/rows.ts`]: "import '../../http/serve.ts';",
      [`${SRC}/testing/server.ts`]: "import '../http/serve.ts';",
    }),
  ).toEqual([]);
  expect(
    texts({ [`${SRC}/http/serve.ts`]: "\nimport '../testing/server.ts';", [`${SRC}/testing/server.ts`]: '' }),
  ).toEqual([`error ${SRC}/http/serve.ts:2 imports test code: ${SRC}/testing/server.ts`]);
});

test('an exception opens one import; needless ones and more than the package may have are refused', () => {
  const from = `${SRC}/people/people.ts`;
  const to = `${SRC}/http/serve.ts`;
  const up = { [from]: "import '../http/serve.ts';", [to]: '' };
  const one = { from, to, reason: 'to be tested' };
  expect(texts(up, LISTS, [one])).toEqual(['error scripts/checks/layer-list.ts:1 1 exceptions in server, at most 0']);
  expect(texts({}, LISTS, [one])).toContain(
    `error scripts/checks/layer-list.ts:1 a needless exception: ${from} to ${to}`,
  );
});

test('in web three imports may go up, each named', () => {
  const src = 'packages/web/src';
  const names = ['a', 'b', 'c', 'd'];
  const lists = {
    ...LISTS,
    [src]: [
      { name: 'low', holds: ['low'] },
      { name: 'high', holds: ['high'] },
    ],
  };
  const files = Object.fromEntries([
    [`${src}/high/x.ts`, ''],
    ...names.map((name) => [`${src}/low/${name}.ts`, "import '../high/x.ts';"]),
  ]) as Readonly<Record<string, string>>;
  const exceptions = names.map((name) => ({
    from: `${src}/low/${name}.ts`,
    to: `${src}/high/x.ts`,
    reason: 'to be tested',
  }));
  expect(texts(files, lists, exceptions)).toEqual([
    'error scripts/checks/layer-list.ts:1 4 exceptions in web, at most 3',
  ]);
  expect(texts(files, lists, exceptions.slice(0, 3))).toEqual([
    `error ${src}/low/d.ts:1 goes up a layer of ${src}: low must not import high (${src}/high/x.ts)`,
  ]);
});

test('every exception of the project says why', () => {
  expect(Object.keys(LAYERS).filter((folder) => folder.endsWith('/src')).length).toBe(5);
  expect(EXCEPTIONS.filter(({ reason }) => reason.length < 20)).toEqual([]);
});
