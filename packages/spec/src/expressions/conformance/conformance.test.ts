import { expect, test } from 'vitest';
import { ISSUES } from '../syntax/issues.ts';
import { judge } from './judge.ts';
import { DIFFERENCES } from './rules.ts';
import { conformanceCases, type ConformanceCase } from './suite.ts';

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
    'bounded size': 2,
    'conditions are boolean': 8,
    'division by zero': 3,
    'known names': 31,
    'lists of one type': 16,
    'no bytes': 93,
    'no calendar calls': 26,
    'no conversions': 344,
    'no extensions': 482,
    'no maps': 70,
    'no messages': 605,
    'no namespaces': 5,
    'no order of booleans': 13,
    'no positions': 115,
    'no quoted names': 24,
    'no such values': 34,
    'no lists of booleans': 2,
    'no whole lists': 22,
    'normal text': 11,
    'nothing of nothing': 8,
    'one number': 58,
    'one type of a choice': 1,
    total: 16,
    'types are checked': 6,
    'white space': 1,
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

/** A source with something foreign of every kind, and a value that it has. */
const FOREIGN: ConformanceCase = {
  name: '',
  source: "dyn(1) == {'a': b'x'}[0].msg && TestAllTypes{} == '' / 0 && 0x1u < .5 || math.f(x).format()",
  bindings: { x: 1 },
  expected: true,
  expects: 'value',
  container: '',
};
const REFUSED = { kind: 'refused', before: '', names: { name: '+', found: 'number + number' } } as const;

test.each([
  ['an ordinary operation', { ...REFUSED, issue: ISSUES.wrongOperands, part: '1 + 1' }],
  ['a variable that the case gives', { ...REFUSED, issue: ISSUES.unknownVariable, part: 'x' }],
  [
    'a function of the language',
    { ...REFUSED, issue: ISSUES.unknownFunction, part: 'size(x)', names: { name: 'size' } },
  ],
  ['arguments of a function', { ...REFUSED, issue: ISSUES.wrongArguments, part: 'size(x)', names: { found: '1' } }],
  [
    'a list of numbers',
    { ...REFUSED, issue: ISSUES.mixedList, part: '2', names: { expected: 'number', found: 'number' } },
  ],
  ['a parenthesis', { ...REFUSED, issue: ISSUES.syntax, part: '(', names: { found: '(' } }],
] as const)('no rule explains that %s is refused, whatever else the source has', (_, outcome) => {
  expect(DIFFERENCES.filter(({ explains }) => explains(FOREIGN, outcome)).map(({ id }) => id)).toEqual([]);
});

test('no rule explains another value where the source has nothing of what it is about', () => {
  const plain = { ...FOREIGN, source: '[1, 2].exists(e, e == x)' };
  expect(DIFFERENCES.filter(({ explains }) => explains(plain, { kind: 'different', found: false }))).toEqual([]);
});
