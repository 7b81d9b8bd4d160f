import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FIXTURES } from './fixtures/fixtures.ts';

/** What the language page promises that the checker finds, in its words, and the checks that find it. */
const PROMISED: Readonly<Record<string, readonly string[]>> = {
  'Unknown names (with the nearest)': ['NF0101', 'NF0201', 'NF0202', 'NF0203', 'NF0204', 'NF0208', 'NF0505'],
  'wrong types': ['NF0301', 'NF0312', 'NF0512'],
  'dangling references': ['NF0201', 'NF0205', 'NF0206', 'NF0207', 'NF0209'],
  'defaults and options that do not fit': ['NF0301', 'NF0302', 'NF0303', 'NF0315', 'NF0325'],
  'cycles of computed': ['NF0304'],
  'unreachable and dead-end states': ['NF0402', 'NF0403'],
  'transitions no role can fire': ['NF0404'],
  'guards that never or always hold': ['NF0410', 'NF0411'],
  'automatic transitions that can both fire': ['NF0412'],
  'derived states with gaps or shadowed rows': ['NF0408', 'NF0409', 'NF0413'],
  'states whose role may not see or write the record': ['NF0414'],
  'fields required but writable by nobody in that state': ['NF0311', 'NF0318'],
  'hidden yet required': ['NF0319'],
  'records nobody may read': ['NF0705'],
  'roles that see everything (asked, not assumed)': ['NF0708'],
  'write access without sign-in': ['NF0709'],
  'comparisons that blank could open': ['NF0527'],
  'values that reach a role which may not read their source': ['NF0707', 'NF0712', 'NF0713'],
  'row filters without an index': ['NF0710'],
  "rules that contradict each other or a field's bounds": ['NF0604', 'NF0605'],
  'promises that can be broken, with the steps': ['NF0606', 'NF0607'],
  'are hollow': ['NF0608'],
  'errors raised but not in the catalogue, and the reverse': ['NF0206', 'NF1005'],
  'limits nobody uses': ['NF1003'],
  'screens that nobody can open': ['NF0806'],
  'clashing paths': ['NF0802'],
  'texts missing per language': ['NF1103'],
  'wrong plural forms': ['NF1107'],
  'values lost in translation': ['NF1108', 'NF1109'],
  'stored values that go on changing in locked records': ['NF0320'],
};

const PAGE = readFileSync(new URL('../../../../docs/language.md', import.meta.url), 'utf8');
const [, SECTION = ''] = /## What the checker finds, before anything runs\n([\s\S]*?)\n## /.exec(PAGE) ?? [];

test('the page and this list name the same', () => {
  const text = SECTION.replaceAll('\n', ' ');
  const left = Object.keys(PROMISED).reduce((rest, phrase) => {
    expect(rest).toContain(phrase);
    return rest.replace(phrase, '');
  }, text);
  // what is left is punctuation, the ledger (it is no issue), and words that join
  expect(left.replaceAll(/[,;.\s]|or|and the ledger of what is not shown/g, '')).toBe('');
});

test('everything that is promised has a specification in which it is found', () => {
  const found = new Set(Object.keys(FIXTURES));
  const missing = Object.entries(PROMISED).filter(([, ids]) => !ids.every((id) => found.has(id)));
  expect(missing).toEqual([]);
});
