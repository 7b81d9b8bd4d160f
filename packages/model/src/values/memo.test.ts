import { expect, test } from 'vitest';
import { memoized, memoizedWeakly } from './memo.ts';

test('a value is made once for each key, undefined too', () => {
  const made: string[] = [];
  const length = memoized((key: string) => void made.push(key));
  for (const key of ['a', 'b', 'a', 'b']) length(key);
  expect(made).toEqual(['a', 'b']);
});

test('no more keys are known than wanted', () => {
  const made: number[] = [];
  const square = memoized((key: number) => {
    made.push(key);
    return key * key;
  }, 2);
  expect([1, 2, 3, 3, 1].map(square)).toEqual([1, 4, 9, 9, 1]);
  expect(made).toEqual([1, 2, 3, 1]);
});

test('objects are told apart by what they are', () => {
  const made: object[] = [];
  const placed = memoizedWeakly((key: object) => made.push(key));
  const [one, other] = [{}, {}];
  expect([one, other, one].map(placed)).toEqual([1, 2, 1]);
  expect(made).toHaveLength(2);
});
