import { expect, test } from 'vitest';
import { createChanges } from './changes.ts';

test('changes are named one by one until they are too many of one entity', () => {
  const changes = createChanges();
  const add = (entity: string, count: number): void => {
    for (let n = 0; n < count; n += 1) changes.add({ entity, id: String(n) });
  };
  add('note', 2000);
  add('board', 1);
  expect(changes.all()).toHaveLength(2001);
  add('note', 100_000);
  expect(changes.all()).toEqual([
    { entity: 'note', id: null },
    { entity: 'board', id: '0' },
  ]);
});
