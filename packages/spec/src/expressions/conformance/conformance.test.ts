import { expect, test } from 'vitest';
import { judge } from './judge.ts';
import { DIFFERENCES } from './rules.ts';
import { conformanceCases } from './suite.ts';

const judged = conformanceCases().map((one) => {
  const outcome = judge(one);
  const rule = outcome.kind === 'passed' ? null : DIFFERENCES.find(({ explains }) => explains(one, outcome));
  return { one, outcome, rule };
});

test('every case of the public suite has its value, or a rule says why not', () => {
  const unexplained = judged.filter(({ rule }) => rule === undefined);
  expect(unexplained.map(({ one, outcome }) => [one.name, one.source, outcome])).toEqual([]);
});

test('so many of the cases pass, and so many does each rule explain', () => {
  const rules = Object.groupBy(judged, ({ outcome, rule }) => rule?.id ?? outcome.kind);
  const counts = Object.fromEntries(Object.entries(rules).map(([id, cases]) => [id, cases?.length]));
  expect(
    Object.keys(counts)
      .filter((id) => id !== 'passed')
      .toSorted(),
  ).toEqual(DIFFERENCES.map(({ id }) => id).toSorted());
  expect(counts).toEqual({
    passed: 314,
    'blank text': 23,
    'bounded numbers': 11,
    'bounded size': 1,
    'conditions are boolean': 8,
    'division by zero': 3,
    'known names': 56,
    'lists of one type': 13,
    'no bytes': 117,
    'no calendar calls': 1,
    'no conversions': 291,
    'no extensions': 308,
    'no maps': 192,
    'no messages': 650,
    'no namespaces': 2,
    'no order of booleans': 22,
    'no positions': 33,
    'no whole lists': 22,
    'normal text': 11,
    'one number': 245,
    total: 21,
  });
});

test('what both have, both decide alike: no difference but blank text, division by zero, normal text and names', () => {
  const different = judged.filter(({ one, outcome }) => outcome.kind === 'different' && one.expects === 'value');
  expect([...new Set(different.map(({ rule }) => rule?.id))].toSorted()).toEqual([
    'blank text',
    'division by zero',
    'no namespaces',
    'normal text',
  ]);
});
