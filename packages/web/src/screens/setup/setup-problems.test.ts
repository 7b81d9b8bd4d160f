import { expect, test } from 'vitest';
import { askedFields, findProblems } from './setup-problems.ts';

const EMPTY = { name: '', email: '', password: '' };

test('the first administrator enters everything, an invited person only a password', () => {
  expect(Object.keys(findProblems(EMPTY, askedFields('first_administrator')))).toEqual(['name', 'email', 'password']);
  expect(Object.keys(findProblems(EMPTY, askedFields('invitation')))).toEqual(['password']);
});

test('counts characters, not code units, and takes any of them', () => {
  const asked = askedFields('invitation');
  expect(findProblems({ ...EMPTY, password: '👩‍💻👩‍💻' }, asked)).toEqual({ password: 'setup.password_short' });
  expect(findProblems({ ...EMPTY, password: 'パスワードです。。' }, asked)).toEqual({});
});

test('a name of spaces and an address without a place are missing', () => {
  const entered = { name: '  ', email: 'ada@', password: 'long enough' };
  expect(Object.keys(findProblems(entered, askedFields('first_administrator')))).toEqual(['name', 'email']);
});

test('an address is read as it is written by a Japanese keyboard', () => {
  const entered = { name: '佐藤', email: 'ｈａｎａｋｏ＠ｅｘａｍｐｌｅ．ｔｅｓｔ', password: 'long enough' };
  expect(findProblems(entered, askedFields('first_administrator'))).toEqual({});
});
