import { expect, test } from 'vitest';
import type { RecordValue } from '@ninefold/model';
import { asSeen } from './bulk-api.ts';

const shown = [{ id: 'a', version: 3 }] as unknown as readonly RecordValue[]; // what is read of records here

test('records are named with the version that was seen; of one that is not on the page, and of a whole list, none is known', () => {
  expect(asSeen({ ids: ['a', 'b'] }, shown)).toEqual({ ids: [{ id: 'a', version: 3 }, 'b'] });
  const list = { list: { query: '', count: 90 } };
  expect(asSeen(list, shown)).toBe(list);
});
