import { expect, test } from 'vitest';
import { compile } from '../compile.ts';
import { renderIssue } from './render-issue.ts';

function first(text: string): Parameters<typeof renderIssue>[0] {
  const { issues } = compile([{ path: 'app.yaml', text }]);
  const issue = issues.find(({ severity }) => severity === 'error');
  if (!issue) throw new Error('no error found');
  return issue;
}

test('an issue shows its place, the line, the mark and what helps', () => {
  expect(renderIssue(first('ninefold: 1\npurpose: { nam: x }\n'), 'en').split('\n')).toEqual([
    'app.yaml:2:12 error NF0101 “nam” is not known here; is “name” meant?',
    '  purpose: { nam: x }',
    '             ^^^',
    '  Check the spelling and the place of the key in the reference of the language.',
    '  docs/reference/checks.md#nf0101',
  ]);
});

test('an expression without quotes is shown as it should stand', () => {
  const text = renderIssue(first('ninefold: 1\nrules:\n  user:\n    b:\n      when: !record.active\n'), 'en');
  expect(text).toContain("when: '!record.active'");
});

test('in Japanese, with the mark under wide characters', () => {
  const lines = renderIssue(first('ninefold: 1\npurpose: { does: 受付, nam: x }\n'), 'ja').split('\n');
  expect(lines[0]).toBe('app.yaml:2:22 エラー NF0101 「nam」はここでは使えません。「name」でしょうか。');
  expect(lines[2]).toBe(`  ${' '.repeat(23)}^^^`);
});

test('a language without texts falls back to English', () => {
  expect(renderIssue(first('ninefold: 2\n'), 'fr')).toContain('error NF0111 This version reads language version 1.');
});

test('signs that nobody sees, or that turn others round, stand by their code', () => {
  const lines = renderIssue(first('ninefold: 1\npurpose: { na\u200fm\u202e: x }\n'), 'en').split('\n');
  expect(lines[0]).toContain('“na<U+200F>m<U+202E>” is not known here');
  expect(lines.slice(1, 3)).toEqual(['  purpose: { na<U+200F>m<U+202E>: x }', `  ${' '.repeat(11)}${'^'.repeat(19)}`]);
});

test('what is missing at the end of a line is marked behind it', () => {
  const issue = first('ninefold: 1\nrules:\n  user:\n    r:\n      check: record.name ==\n');
  expect(renderIssue(issue, 'en').split('\n').slice(1, 3)).toEqual([
    '        check: record.name ==',
    `${' '.repeat(29)}^`,
  ]);
});

test('broken YAML is told in the words of the reader', () => {
  const issue = first('ninefold: 1\npurpose:\n  name: x\n   does: y\n');
  expect(renderIssue(issue, 'ja')).not.toMatch(/mapping|column|collection/);
  expect(renderIssue(issue, 'en')).not.toMatch(/mapping|collection/);
});

test('lists have the commas of the language, and expressions keep theirs', () => {
  const { issues } = compile([{ path: 'app.yaml', text: 'ninefold: 1\npurpose: { name: x, languages: [en, ja] }\n' }]);
  const issue = issues.find(({ id }) => id === 'NF1103');
  if (!issue) throw new Error('no missing texts found');
  const named = (examples: string, language: string): string => {
    const [line = ''] = renderIssue({ ...issue, params: { ...issue.params, examples } }, language).split('\n');
    return line.slice(line.search(/[:：] ?[^:：]*$/));
  };
  expect(named('entities.a.label, rules.b.message', 'en')).toBe(': entities.a.label, rules.b.message.');
  expect(named('entities.a.label, rules.b.message', 'ja')).toBe('：entities.a.label、rules.b.message');
  expect(named('max(a, b)', 'ja')).toBe('：max(a, b)');
  expect(named('record.cost = 10, record.team = team A', 'ja')).toBe('：record.cost = 10、record.team = team A');
});
