import type { BulkResult, ErrorId, WriteProblem } from '@ninefold/model';
import { expect, test } from 'vitest';
import { groupedFailures } from './failure-groups.ts';

const problem = (code: ErrorId, ...errors: readonly ErrorId[]): WriteProblem => ({
  ...{ type: `/_/errors/${code}`, title: code, status: 409, code, params: {} },
  errors: errors.map((each) => ({ path: 'team', code: each, params: {}, message: each })),
});
const failed = (count: number, one: WriteProblem): readonly BulkResult[] =>
  Array.from({ length: count }, (_, at) => ({ id: `${one.code}${at}`, title: null, version: null, problem: one }));
const told = (results: readonly BulkResult[], said: number) => {
  const { unexpected, announced } = groupedFailures(results, said);
  return [unexpected, announced].map((groups) =>
    groups.map(({ code, results: each }) => `${String(each.length)} ${code}`),
  );
};

const many = [
  ...failed(886, problem('locked')),
  ...failed(70, problem('invalid', 'too_small')),
  ...failed(5, problem('invalid', 'required')),
];

test('what a rule refuses stands by its reason beside what was announced, however many that are', () => {
  expect(told(many, 886)).toEqual([['70 invalid', '5 invalid'], ['886 locked']]);
});

test('refusals of one reason are one group whatever order their errors have, and most records come first', () => {
  const both = [
    ...failed(1, problem('busy')),
    ...failed(2, problem('invalid', 'too_long', 'too_long')),
    ...failed(1, problem('invalid', 'too_long')),
  ];
  expect(told(both, 0)).toEqual([['3 invalid', '1 busy'], []]);
});

test('where more are locked than was said, none of them was announced', () => {
  expect(told(many, 885)).toEqual([['886 locked', '70 invalid', '5 invalid'], []]);
  expect(told(failed(2, problem('wrong_state')), 0)).toEqual([['2 wrong_state'], []]);
});
