import { expect, test } from 'vitest';
import en from '../../locales/en/instead.json' with { type: 'json' };
import { compile } from '../compile.ts';
import { NOT_YET_FORMS, NOT_YET_KEYS, NOT_YET_TYPES, NOT_YET_VALUES } from '../compile/reading/not-yet.ts';
import { issueHelp } from './render-issue.ts';

/** The names that stand for one of several places. */
const PLACED = ['field.to'];

test('every word that has something nearest to it is one that does not run yet', () => {
  const words = new Set([
    ...NOT_YET_TYPES.map((type) => `type: ${type}`),
    ...Object.values(NOT_YET_KEYS).flat(),
    ...Object.entries(NOT_YET_VALUES).flatMap(([key, values]) => values.map((value) => `${key}: ${value}`)),
    ...Object.values(NOT_YET_FORMS).flat(),
    ...PLACED,
  ]);
  expect(Object.keys(en).filter((word) => !words.has(word))).toEqual([]);
});

const SPECIFICATION = `ninefold: 1
entities:
  note:
    fields:
      of: { type: object, fields: { whom: { type: reference, to: [note, user] } } }
      name: { type: string, personal: true }
states:
  note:
    initial: a
    states: { a: {}, b: {} }
    transitions:
      go: { from: a, to: b, by: boss }
roles: { boss: { note: all } }
`;

test('a refusal of what does not run yet names what comes nearest, in both languages', () => {
  const { issues } = compile([{ path: 'app.yaml', text: SPECIFICATION }]);
  const helps = (language: string) =>
    issues.filter(({ id }) => id === 'NF0901').map((issue) => issueHelp(issue, language));
  expect(helps('en')).toEqual([
    expect.stringMatching(/for now\..* One reference for each entity/),
    expect.stringMatching(/silently ignored\.$/),
  ]);
  expect(helps('ja')[0]).toContain('当面は、エンティティごとの参照');
});
