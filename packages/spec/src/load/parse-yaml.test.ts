import { expect, test } from 'vitest';
import { collect } from '../issues/report.ts';
import { sourceText } from '../located.ts';
import { parseYaml } from './parse-yaml.ts';

test('every expression that YAML reads as something else is told with its line in quotes, and nothing that follows from it', () => {
  const lines = [
    ['check: *record.size', "check: '*record.size'"],
    ['check: &record.size > 1', "check: '&record.size > 1'"],
    ['t: { check: {"a": 1} == record.size }', `t: { check: '{"a": 1} == record.size' }`],
    ['check: "a" == record.name && record.size > 1', `check: '"a" == record.name && record.size > 1'`],
    ['check: record.name == "a: b"', `check: 'record.name == "a: b"'`],
    ['check: record.name == "a #b"', `check: 'record.name == "a #b"'`],
    ['x: { check: record.size in [1, 2], at: size }', "x: { check: 'record.size in [1, 2]', at: size }"],
    ['when: !record.done', "when: '!record.done'"],
    ['z: { when: !record.done, check: record.size == 1 }', "z: { when: '!record.done', check: record.size == 1 }"],
  ] as const;
  const { report, issues } = collect();
  const text = lines.map(([line], index) => `r${String(index)}:\n  ${line}\n`).join('');
  parseYaml(sourceText('app.yaml', text), report);
  expect(issues().map(({ id, line, params }) => [id, line, params['quoted']])).toEqual(
    lines.map(([, quoted], index) => ['NF0009', 2 * index + 2, quoted]),
  );
});

test('what an expression without quotes did not break is told beside it', () => {
  const { report, issues } = collect();
  parseYaml(sourceText('app.yaml', 'a:\n  when: "x" == record.y\n  b: }\nc: [1\nd: 2\n'), report);
  expect(issues().map(({ id, line }) => [id, line])).toContainEqual(['NF0009', 2]);
  expect(issues().filter(({ id }) => id === 'NF0001').length).toBeGreaterThan(0);
});

test.each([
  ['a line that begins in another column', 'a:\n    b: 1\n    c: 2\n   d: 3\n    e: 4\n    f: 5\n', ['NF0001 4:4']],
  ['a first line that begins in another column', '\n  a:\n    b: 1\nc: 2\n', ['NF0001 4:1']],
  ['a key without its colon', 'a:\n  b\n    c: 1\n    d:\n      e: 2\n  f: 3\n', ['NF0001 2:3']],
  ['a tab', 'a:\n  b: 1\n\tc: 2\nd: 3\n', ['NF0007 3:1']],
  ['an anchor', 'a: &b { c: 1 }\n', ['NF0003 1:4']],
  ['a tag', 'a: !!str b\n', ['NF0002 1:4']],
])('%s is told once, where it stands', (_name, text, told) => {
  const { report, issues } = collect();
  parseYaml(sourceText('app.yaml', text), report);
  expect(issues().map(({ id, line, column }) => `${id} ${String(line)}:${String(column)}`)).toEqual(told);
});
