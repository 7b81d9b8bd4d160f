import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findDatabaseTests } from './database-tests.ts';

const ROOT = join(import.meta.dirname, '..');

test('with a seed each file of both forms runs in one of them, and every file runs', () => {
  const all = findDatabaseTests(ROOT);
  expect(all.postgres).toEqual(expect.arrayContaining([...all.portable]));
  for (const seed of ['1', '2', '3']) {
    const drawn = findDatabaseTests(ROOT, seed);
    expect([...drawn.postgres, ...drawn.portable].toSorted()).toEqual(all.postgres);
    expect(drawn.portable.length).toBeGreaterThan(0);
    expect(drawn.portable.length).toBeLessThan(all.portable.length);
  }
  expect(findDatabaseTests(ROOT, '1').portable).not.toEqual(findDatabaseTests(ROOT, '2').portable);
  expect(findDatabaseTests(ROOT, '1')).toEqual(findDatabaseTests(ROOT, '1'));
});
