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

test('what a part noted that failed is forgotten', async () => {
  const changes = createChanges();
  changes.add({ entity: 'note', id: '1' });
  await changes.part(async () => changes.add({ entity: 'note', id: '2' }));
  const failing = changes.part(async () => {
    changes.add({ entity: 'note', id: '3' });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(changes.all().map(({ id }) => id)).toEqual(['1', '2']);
});
