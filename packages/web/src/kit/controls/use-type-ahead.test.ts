import { expect, test } from 'vitest';
import { optionFor } from './use-type-ahead.ts';

const OPTIONS = ['New', 'Approval', 'In progress', 'Inside', '待機中'];

test.each([
  ['i', -1, 2],
  ['in', -1, 2],
  ['INS', 2, 3],
  ['待', 0, 4],
  ['ｎ', 3, 0],
  ['i', 2, 3],
  ['ii', 3, 2],
  ['x', 1, -1],
])('“%s” with option %i marked means option %i', (text, from, to) => {
  expect(optionFor(OPTIONS, text, from)).toBe(to);
});

test('more letters stay with what they already mean', () => {
  expect(optionFor(OPTIONS, 'in', 2)).toBe(2);
});
