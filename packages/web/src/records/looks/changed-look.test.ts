import { PLAIN_LOOK } from '@ninefold/model';
import { expect, test } from 'vitest';
import { ownLook, withColumn, withMoved, withWidth } from './changed-look.ts';

const look = ownLook({ ...PLAIN_LOOK, columns: [{ id: 'b', width: 90 }] }, ['a', 'b', 'c']);
const ids = ({ columns }: { readonly columns: readonly { readonly id: string }[] }) =>
  columns.map(({ id }) => id).join('');

test('a look begins with the columns that are shown, in the widths that they were given', () => {
  expect(look.columns).toEqual([
    { id: 'a', width: null },
    { id: 'b', width: 90 },
    { id: 'c', width: null },
  ]);
});

test('columns come and go, and the last one stays', () => {
  expect([ids(withColumn(look, 'b', false)), ids(withColumn(look, 'd', true))]).toEqual(['ac', 'abcd']);
  const one = ownLook({ ...PLAIN_LOOK, pinned: 1 }, ['a']);
  expect(withColumn(one, 'a', false)).toBe(one);
});

test('columns move within the table', () => {
  expect([ids(withMoved(look, 'c', -2)), ids(withMoved(look, 'a', 1))]).toEqual(['cab', 'bac']);
  expect([withMoved(look, 'a', -1), withMoved(look, 'c', 1), withMoved(look, 'x', 1)]).toEqual([look, look, look]);
});

test('a width stays within its bounds', () => {
  expect([10, 200.4, 5000].map((px) => withWidth(look, 'c', px).columns[2]?.width)).toEqual([64, 200, 800]);
});
