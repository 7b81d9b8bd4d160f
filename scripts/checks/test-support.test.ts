import { expect, test } from 'vitest';
import { testSupportFindings } from './test-support.ts';

const FOLDER = 'packages/server/src/testing';

function said(content: Readonly<Record<string, string>>): readonly string[] {
  const files = new Map(Object.entries(content).map(([name, text]) => [`${FOLDER}/${name}`, text]));
  return testSupportFindings(files).map(({ file, line, text }) => `${file.slice(FOLDER.length + 1)}:${line} ${text}`);
}

const told = (name: string): string =>
  `${name}(…) registers hooks or tests when the file is loaded: let a function do it`;

test('a hook while the file is loaded, under whatever name', () => {
  expect(said({ 'a.ts': "import { afterAll } from 'vitest';\nafterAll(() => x());" })).toEqual([
    `a.ts:2 ${told('afterAll')}`,
  ]);
  expect(said({ 'a.ts': "import { beforeEach as first } from 'vitest';\nif (y) first(x);" })).toEqual([
    `a.ts:2 ${told('first')}`,
  ]);
  expect(said({ 'a.ts': "import { test } from 'vitest';\ntest.each([1])('a', x);" })).toEqual([
    `a.ts:2 ${told('test')}`,
  ]);
});

test('a function that registers may be written, and not be called while the file is loaded', () => {
  const open = "import { afterAll } from 'vitest';\nexport function open() {\n  afterAll(() => x());\n}\n";
  expect(said({ 'a.ts': open })).toEqual([]);
  expect(said({ 'a.ts': `${open}const db = open();` })).toEqual([`a.ts:5 ${told('open')}`]);
  const through = "import { open } from './a.ts';\nconst opened = () => open();\n";
  expect(said({ 'a.ts': open, 'b.ts': `${through}export const both = () => opened();` })).toEqual([]);
  expect(said({ 'a.ts': open, 'b.ts': `${through}export const db = opened();` })).toEqual([`b.ts:3 ${told('opened')}`]);
});

test('tests do so, and functions of the same name from elsewhere are no hooks', () => {
  expect(said({ 'a.test.ts': "import { afterAll } from 'vitest';\nafterAll(() => x());" })).toEqual([]);
  expect(said({ 'a.ts': "import { expect } from 'vitest';\nexpect.extend({});" })).toEqual([]);
  expect(said({ 'a.ts': "import { test } from './b.ts';\ntest();", 'b.ts': 'export const test = () => 1;' })).toEqual(
    [],
  );
});
