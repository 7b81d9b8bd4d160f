import { expect, test } from 'vitest';
import { withShown } from './with-shown.ts';

test.each([
  ['abc', '', 'ab'],
  ['abc', 'b', 'ab'],
  ['abc', 'c', 'ac'],
  ['abc', 'd', 'ad'],
  ['a', 'd', 'ad'],
])('of %s, %s always, two are %s', (columns, always, shown) =>
  expect(withShown([...columns], { most: 2, always: [...always] }).join('')).toBe(shown),
);
