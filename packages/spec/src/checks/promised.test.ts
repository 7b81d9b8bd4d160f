import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FIXTURES } from './fixtures/fixtures.ts';

/** The checks that the language page promises, in the words of the page. */
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
  'ways of a transition that are never taken': ['NF0438'],
  'timers and escalations that another timer always comes before': ['NF0418', 'NF0437'],
  'reactions that never fire': ['NF0439'],
  'reactions and effects that lead back to where they began': ['NF0415'],
  'approvals for which too few people are asked': ['NF0423', 'NF0424', 'NF0441'],
  'states whose role may not see or write the record': ['NF0414'],
  'fields required but writable by nobody in that state': ['NF0311', 'NF0318'],
  'hidden yet required': ['NF0319'],
  'records nobody may read': ['NF0705'],
  'roles that see everything (asked, not assumed)': ['NF0708'],
  'roles that act in the name of others': ['NF0714'],
  'write access without sign-in': ['NF0709'],
  'comparisons that blank could open': ['NF0527'],
  'values that reach a role which may not read their source': ['NF0707', 'NF0712', 'NF0713'],
  'notifications for nobody, and with values that somebody who is told may not read': ['NF0435', 'NF0436', 'NF0449'],
  'calls that send values which whoever leads to them may not read, also by a reaction or an effect': ['NF0440'],
  'incoming calls that do what their role may not, or name records without a role': ['NF0442', 'NF0443'],
  'titles with parts that a role may not read': ['NF0719'],
  'row conditions without an index': ['NF0710'],
  "rules that contradict each other or a field's bounds": ['NF0604', 'NF0605'],
  'rules that no new record with blank fields can meet, though nothing requires the fields': ['NF0609'],
  'promises that can be broken, with the steps': ['NF0606', 'NF0607'],
  'promises that are hollow': ['NF0608'],
  'errors raised but not in the catalogue, and the reverse': ['NF0206', 'NF1005'],
  'limits nobody uses': ['NF1003'],
  'screens that nobody can open': ['NF0806'],
  'forms that can never be saved': ['NF0808', 'NF0809'],
  'screens that are empty, and fields on them that are closed to whoever opens them': ['NF0810', 'NF0812', 'NF0813'],
  'clashing paths': ['NF0802'],
  'texts missing per language': ['NF1103'],
  'wrong and missing plural forms': ['NF1107', 'NF1112'],
  'values lost in translation, and texts that were not translated': ['NF1108', 'NF1109', 'NF1113', 'NF1114', 'NF1115'],
  'values in texts that nothing fills': ['NF1111'],
  'texts that are meant as expressions': ['NF0326'],
  'stored values that go on changing in locked records': ['NF0320'],
};

const PAGE = readFileSync(new URL('../../../../docs/language.md', import.meta.url), 'utf8');
const [, SECTION = ''] = /\n## 11 What the checker finds[^\n]*\n([\s\S]*?)\n## /.exec(PAGE) ?? [];
const ITEMS = [...SECTION.matchAll(/^- (.*)$/gm)].map(([, item]) => item);

test('the page and this list name the same', () => {
  // what is not shown is listed apart from the issues
  expect(ITEMS).toEqual([...Object.keys(PROMISED), 'everything that is not shown (§0.8)']);
});

test('everything that is promised has a specification in which it is found', () => {
  const found = new Set(Object.keys(FIXTURES));
  const missing = Object.entries(PROMISED).filter(([, ids]) => !ids.every((id) => found.has(id)));
  expect(missing).toEqual([]);
});
