import { expect, test } from 'vitest';
import { freeIn } from './free.ts';

const free = (...taken: readonly (readonly [number, number])[]) =>
  freeIn(
    taken.map(([from, to]) => ({ from, to })),
    { from: 0, to: 10 },
  ).map(({ from, to }) => [from, to]);

test('what is not taken is free, in one stretch or several', () => {
  expect(free()).toEqual([[0, 10]]);
  expect(free([3, 5])).toEqual([
    [0, 3],
    [5, 10],
  ]);
  expect(free([7, 8], [3, 5])).toEqual([
    [0, 3],
    [5, 7],
    [8, 10],
  ]);
});

test('records that meet, touch or go beyond leave nothing between them', () => {
  expect(free([2, 6], [4, 5], [6, 8])).toEqual([
    [0, 2],
    [8, 10],
  ]);
  expect(free([-5, 3], [9, 20])).toEqual([[3, 9]]);
  expect(free([-5, 20])).toEqual([]);
  expect(free([12, 14])).toEqual([[0, 10]]);
});
