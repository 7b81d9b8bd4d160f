import { expect, test } from 'vitest';
import { castFindings } from './casts.ts';
import { documentedFindings } from './documented.ts';
import { localeFindings } from './locales.ts';
import { proseFindings } from './prose.ts';
import { shapeFindings } from './shape.ts';
import { termFindings } from './terms.ts';
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

test('from five parameters on a function takes an object; callbacks of tests may have more', () => {
  const five = 'export const f = (a: A, b: A, c: A, d: A, e: A) => a;\n';
  expect(said(shapeFindings(files({ 'a.ts': five, 'a.test.ts': five })))).toEqual([
    'error a.ts:1 5 parameters; from 5 on an object',
  ]);
  const method = 'export interface I {\n  f(a: A, b: A, c: A, d: A, e: A): void;\n}\n';
  expect(said(shapeFindings(files({ 'a.ts': method })))).toEqual(['error a.ts:2 5 parameters; from 5 on an object']);
  expect(said(shapeFindings(files({ 'a.ts': five.replace(', e: A', '') })))).toEqual([]);
});

test('casts without a reason on the line: no more than there were, and no fewer unnoticed', () => {
  const text =
    'const a = b as A;\nconst c = d as C; // as e wrote it\nconst f = [1] as const;\nconst g = h as unknown as G;\n';
  expect(castFindings(files({ 'a.ts': text }), 3)).toEqual([]);
  expect(said(castFindings(files({ 'a.ts': text }), 2)).map((one) => one.slice(0, 22))).toEqual([
    'error a.ts:1 a cast wi',
    'error a.ts:4 a cast wi',
    'error a.ts:4 a cast wi',
  ]);
  expect(said(castFindings(files({ 'a.ts': text }), 4))).toEqual([
    'error scripts/checks/casts.ts:1 3 casts without a reason are left: lower MOST',
  ]);
});

test('names and enums', () => {
  expect(said(shapeFindings(files({ 'src/fooBar.ts': 'enum A { B }', 'src/utils/a.ts': '' })))).toEqual([
    'error src/fooBar.ts:1 file names are kebab-case',
    'error src/fooBar.ts:1 no enum: a union of texts',
    'error src/utils/a.ts:1 a folder is a subject, not "utils"',
  ]);
});

test('folders: 20 files without tests and fixtures; in a registry the files of kinds do not count', () => {
  const folder = (names: readonly string[]): ReadonlyMap<string, string> =>
    files(Object.fromEntries(names.map((name) => [`src/subject/${name}`, ''])));
  const twenty = Array.from({ length: 20 }, (_, index) => `file-${String(index)}.ts`);
  const tests = twenty.map((name) => name.replace('.ts', '.test.ts'));
  expect(said(shapeFindings(folder([...twenty, ...tests, ...twenty.map((name) => `fixtures/a/${name}`)])))).toEqual([]);
  expect(said(shapeFindings(folder([...twenty, 'date.ts'])))).toEqual([
    'error src/subject/file-0.ts:1 src/subject has 21 files; 20 is the end: part it by subject',
  ]);
  expect(said(shapeFindings(folder([...twenty.slice(1), 'registry.ts', 'date.ts', 'money.tsx'])))).toEqual([]);
});

test('web: no text in the code, no words of the browser, no physical direction', () => {
  const page = '<p title="Hi">Hello</p>;\n<Box ml={4} style={{ paddingLeft: 1 }} />;\n<p>{t("a")} · 1</p>;';
  expect(said(webFindings(files({ 'a.tsx': page })))).toEqual([
    'error a.tsx:1 text in the code: title="Hi" belongs in a locale file',
    'error a.tsx:1 text in the code: "Hello" belongs in a locale file',
    'error a.tsx:2 "ml" is a physical direction: use "ms"',
    'error a.tsx:2 "paddingLeft" is a physical direction: use the logical property',
  ]);
  expect(said(webFindings(files({ 'a.tsx': '<form noValidate />;\n<form onSubmit={send} />;' })))).toEqual([
    'error a.tsx:2 a <form> without noValidate: the browser says what is wrong in its own words and language',
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

test('prose: a user is they, in comments, pages and texts; code and quotes are left alone', () => {
  const findings = proseFindings(
    files({
      'a.ts': '/** What he may read. */\nconst his = \'his own\'; // "he" is quoted\nfoo(his);',
      'docs/a.md': 'The reader\nand `his` rights: a blank never opens a door.\nHis name.',
      'packages/a/locales/en/b.json': '{ "a": "Ask him." }',
    }),
  );
  expect(said(findings)).toEqual([
    'error a.ts:1 "he": a user is "they"',
    'error docs/a.md:3 "His": a user is "they"',
    'error docs/a.md:2 "opens a door": say what is granted',
    'error packages/a/locales/en/b.json:1 "him": a user is "they"',
  ]);
});

const TERMS = `# One word
## In every text
| English | Japanese | What | Not in English | Not in Japanese |
| ------- | -------- | ---- | -------------- | --------------- |
| sign in | ログイン | x    | log in, login  | サインイン      |
| user    | ユーザー | x    |                | ユーザ, 利用者  |
## In the texts of the running application
| English | Japanese | What | Not in English | Not in Japanese |
| ------- | -------- | ---- | -------------- | --------------- |
| empty   | 未入力   | x    | blank          | 空欄            |
`;

test('terms: a thing under another word is named, in texts and not in keys, code and values', () => {
  const findings = termFindings(
    files({
      'docs/terms.md': TERMS,
      'packages/web/locales/en/shell.json': '{\n  "login": "Log in. {{login}} `login` log_in_name",\n  "b": "blank"\n}',
      'packages/web/locales/ja/shell.json': '{ "a": "ユーザーはユーザと利用者", "b": "空欄" }',
      'packages/spec/locales/ja/keys.json': '{ "a": "空欄でサインイン" }',
      'examples/x/app.yaml': 'a: { login: { label: Please login } } # Login\nlist: [login]\n',
    }),
  );
  expect(said(findings)).toEqual([
    'error packages/web/locales/en/shell.json:2 "Log in": write sign in (docs/terms.md)',
    'error packages/web/locales/en/shell.json:3 "blank": write empty (docs/terms.md)',
    'error packages/web/locales/ja/shell.json:1 "ユーザ": write ユーザー (docs/terms.md)',
    'error packages/web/locales/ja/shell.json:1 "利用者": write ユーザー (docs/terms.md)',
    'error packages/web/locales/ja/shell.json:1 "空欄": write 未入力 (docs/terms.md)',
    'error packages/spec/locales/ja/keys.json:1 "サインイン": write ログイン (docs/terms.md)',
    'error examples/x/app.yaml:1 "login": write sign in (docs/terms.md)',
  ]);
});

test('terms: the style of the running application, Japanese and English', () => {
  const style = (language: string, text: string): number =>
    termFindings(
      files({ 'docs/terms.md': TERMS, [`packages/web/locales/${language}/shell.json`]: `{ "a": "${text}" }` }),
    ).length;
  const wrong = ['名前: x', '本当?', '名前(任意)', 'XLSX で', '最大 10件', 'CSV か XLSX', '{{count}} 件', '5〜7日'];
  expect(wrong.map((text) => style('ja', text) > 0)).toEqual(wrong.map(() => true));
  const right = [
    '名前：x',
    '本当？',
    '名前（任意）',
    'XLSXで',
    '1 目的',
    '{{name}}で',
    '警告 {{count}}件',
    '5～7日',
    'APIキー',
  ];
  expect(right.map((text) => style('ja', text))).toEqual(right.map(() => 0));
  expect([style('en', 'Loading...'), style('en', 'Loading …')]).toEqual([1, 0]);
});
