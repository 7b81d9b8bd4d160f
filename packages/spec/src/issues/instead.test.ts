import { expect, test } from 'vitest';
import en from '../../locales/en/instead.json' with { type: 'json' };
import { compile } from '../compile.ts';
import { NOT_YET_KEYS, NOT_YET_TYPES, NOT_YET_VALUES } from '../compile/reading/not-yet.ts';
import { issueHelp } from './render-issue.ts';

test('every word that has something nearest to it is one that does not run yet', () => {
  const words = new Set([
    ...NOT_YET_TYPES.map((type) => `type: ${type}`),
    ...Object.values(NOT_YET_KEYS).flat(),
    ...Object.entries(NOT_YET_VALUES).flatMap(([key, values]) => values.map((value) => `${key}: ${value}`)),
  ]);
  expect(Object.keys(en).filter((word) => !words.has(word))).toEqual([]);
});

const SPECIFICATION = `ninefold: 1
entities:
  note:
    fields:
      name: { type: string, personal: true }
states:
  note:
    initial: a
    states: { a: {}, b: {} }
    transitions:
      go: { from: a, to: b, by: boss }
roles: { boss: { note: { read: true, print: true } } }
`;

test('a refusal of what does not run yet names what comes nearest, in both languages', () => {
  const { issues } = compile([{ path: 'app.yaml', text: SPECIFICATION }]);
  const helps = (language: string) =>
    issues.filter(({ id }) => id === 'NF0901').map((issue) => issueHelp(issue, language));
  expect(helps('en')).toEqual([
    expect.stringMatching(/silently ignored\.$/),
    expect.stringMatching(/for now\..* The browser prints the page/),
  ]);
  expect(helps('ja')[1]).toContain('当面は、レコードのページや一覧');
});
