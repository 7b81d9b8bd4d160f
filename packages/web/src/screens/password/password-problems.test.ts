import { expect, test } from 'vitest';
import { complaintsOf, findPasswordProblems } from './password-problems.ts';

test('asks for the current password and for a new one that is long enough', () => {
  expect(Object.keys(findPasswordProblems({ current: '', password: '1234567' }))).toEqual(['current', 'password']);
  expect(findPasswordProblems({ current: 'x', password: '12345678' })).toEqual({});
});

test('a refused current password is a matter of its field; too many tries are not', () => {
  const failure = { status: 401, code: 'wrong_sign_in', problem: null } as const;
  expect(complaintsOf(failure).map(({ path, code }) => [path, code])).toEqual([['current', 'wrong_sign_in']]);
  expect(complaintsOf({ ...failure, status: 429, code: 'too_many_tries' })).toEqual([]);
});
