import { expect, test } from 'vitest';
import { nearestName } from './nearest-name.ts';

const NAMES = ['Monitor', 'Keyboard', 'Mona Meyer', 'モニター', 'Paper'];

test.each([
  ['Monitr', 'Monitor'],
  ['keybaord', 'Keyboard'],
  ['Meyer', 'Mona Meyer'],
  ['モニタ', 'モニター'],
  ['ＰＡＰＥＲＳ', 'Paper'],
  ['Mon', null],
  ['No such category', null],
  ['x', null],
  ['', null],
])('%s is near %s', (written, name) => {
  expect(nearestName(written, NAMES)).toBe(name);
});
