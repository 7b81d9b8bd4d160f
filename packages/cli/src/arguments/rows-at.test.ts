import { expect, test } from 'vitest';
import { readRowsAt } from './rows-at.ts';
import { Unusable } from './unusable.ts';

test('rows are one number, and others for single entities', () => {
  expect(readRowsAt('1000000')).toEqual({ all: 1_000_000, entities: {} });
  expect(readRowsAt('100000,user=50, team = 3')).toEqual({ all: 100_000, entities: { user: 50, team: 3 } });
});

test.each([
  '',
  '0',
  '-5',
  '1e6',
  '1.5',
  '1,000',
  '10000000000',
  '2000000000',
  '5,user',
  '5,=3',
  '5,user=0',
  '5,user=1=2',
])('%j is refused', (text) => {
  expect(() => readRowsAt(text)).toThrow(Unusable);
});
