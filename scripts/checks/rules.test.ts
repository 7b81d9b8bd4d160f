import { expect, test } from 'vitest';
import { documentedFindings } from './documented.ts';
import { localeFindings } from './locales.ts';
import { shapeFindings } from './shape.ts';
import { webFindings } from './web-rules.ts';
import type { Finding } from './finding.ts';

function said(findings: readonly Finding[]): readonly string[] {
  return findings.map((one) => `${one.severity} ${one.file}:${one.line} ${one.text}`);
}

function files(content: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(content));
}

const lines = (count: number): string => 'x;\n'.repeat(count);

test('files: a warning from 301 lines, the end at 500, 800 for tests', () => {
  expect(said(shapeFindings(files({ 'a.ts': lines(300) })))).toEqual([]);
  expect(said(shapeFindings(files({ 'a.ts': lines(301) })))).toEqual(['warning a.ts:1 301 lines; aim under 150']);
  expect(said(shapeFindings(files({ 'a.ts': lines(501) })))).toEqual(['error a.ts:1 501 lines; 500 is the end']);
  expect(said(shapeFindings(files({ 'a.test.ts': lines(801) })))).toEqual([
    'error a.test.ts:1 801 lines; 800 is the end',
  ]);
});

test('functions: a warning from 41 lines, the end at 80', () => {
  const body = (count: number): string => `\nexport const f = () => {\n${lines(count - 2)}};\n`;
  expect(said(shapeFindings(files({ 'a.ts': body(40) })))).toEqual([]);
  expect(said(shapeFindings(files({ 'a.ts': body(41) })))).toEqual([
    'warning a.ts:2 a function of 41 lines; aim under 20',
  ]);
  expect(said(shapeFindings(files({ 'a.ts': body(81) })))).toEqual([
    'error a.ts:2 a function of 81 lines; 80 is the end',
  ]);
});

test('names and enums', () => {
  expect(said(shapeFindings(files({ 'src/fooBar.ts': 'enum A { B }', 'src/utils/a.ts': '' })))).toEqual([
    'error src/fooBar.ts:1 file names are kebab-case',
    'error src/fooBar.ts:1 no enum: a union of texts',
    'error src/utils/a.ts:1 a folder is a subject, not "utils"',
  ]);
});

test('web: no text in the code, no physical direction', () => {
  const page = '<p title="Hi">Hello</p>;\n<Box ml={4} style={{ paddingLeft: 1 }} />;\n<p>{t("a")} · 1</p>;';
  expect(said(webFindings(files({ 'a.tsx': page })))).toEqual([
    'error a.tsx:1 text in the code: title="Hi" belongs in a locale file',
    'error a.tsx:1 text in the code: "Hello" belongs in a locale file',
    'error a.tsx:2 "ml" is a physical direction: use "ms"',
    'error a.tsx:2 "paddingLeft" is a physical direction: use the logical property',
  ]);
  const style =
    'a { margin-inline-start: 1px; }\nb { margin-left: 1px; text-align: right; }\nc { right : 0 } /* left: 0 */';
  expect(said(webFindings(files({ 'a.css': style })))).toEqual([
    'error a.css:2 "margin-left" is a physical direction: use the logical property',
    'error a.css:2 "text-align: right" is a physical direction: use the logical property',
    'error a.css:3 "right" is a physical direction: use the logical property',
  ]);
});

test('every export of a package has a doc comment where it is declared', () => {
  const findings = documentedFindings(
    files({
      'packages/a/src/index.ts': "export { f, g } from './f.ts';\nexport type * from './t.ts';",
      'packages/a/src/f.ts':
        '/** Says f. */\nexport function f() {}\n// no doc comment\nexport const g = 1;\nexport const inner = 2;',
      'packages/a/src/t.ts': '/** A type. */\nexport interface T {}\n\nexport type U = T;',
    }),
  );
  expect(said(findings)).toEqual([
    'error packages/a/src/f.ts:4 g is handed out by the package and has no doc comment',
    'error packages/a/src/t.ts:4 U is handed out by the package and has no doc comment',
  ]);
});

test('languages have the same files, keys and placeholders', () => {
  const findings = localeFindings(
    files({
      'packages/a/locales/en/shell.json':
        '{ "a": "A {{x}}", "n_one": "{{count}} thing", "n_other": "{{count}} things", "b": { "c": "C" } }',
      'packages/a/locales/ja/shell.json': '{ "a": "A {{y}}", "n_other": "{{count}}件", "b": {} }',
      'packages/a/locales/en/more.json': '{}',
    }),
  );
  expect(said(findings)).toEqual([
    'error packages/a/locales/en/shell.json:1 a: {{y}} stands in one language only',
    'error packages/a/locales/en/shell.json:1 a: {{x}} stands in one language only',
    'error packages/a/locales/ja/shell.json:1 b.c is missing',
    'error packages/a/locales/ja/more.json:1 this file is missing',
  ]);
});

test("an example's English may stand beside the thing in its YAML instead", () => {
  const texts = {
    'examples/a/locales/en/app.json': '{}',
    'examples/a/locales/ja/app.json': '{ "purpose": { "does": "…" } }',
  };
  expect(localeFindings(files(texts))).toEqual([]);
  expect(said(localeFindings(files({ ...texts, 'examples/a/locales/en/app.json': '{ "x": "X" }' })))).toEqual([
    'error examples/a/locales/ja/app.json:1 x is missing',
  ]);
});
