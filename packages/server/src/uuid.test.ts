import { expect, test } from 'vitest';
import { createOrderedIds, labelledId, newId } from './uuid.ts';

const NOW = '2026-03-05T12:00:00.000Z';
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('ids are of version 7, begin with their moment, and none is given twice', () => {
  const ids = Array.from({ length: 2000 }, () => newId(NOW));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !ID.test(id) || !id.startsWith('019cbdde-7a00-'))).toEqual([]);
  expect(newId('1969-12-31T23:59:59.999Z')).toMatch(/^00000000-0000-7/);
  expect(newId('2026-03-05T12:00:00.001Z').startsWith('019cbdde-7a01-')).toBe(true);
});

test('the id of a label stays what it is: stored records are found by it', () => {
  expect(labelledId(NOW, 'ticket printer')).toBe('019cbdde-7a00-79e4-822d-c77603737d81');
  expect(labelledId(NOW, 'ticket screen')).not.toBe(labelledId(NOW, 'ticket printer'));
});

test('ordered ids sort as they were made, within one moment too', () => {
  const next = createOrderedIds();
  const ids = Array.from({ length: 500 }, () => next(NOW));
  expect(ids.toSorted()).toEqual(ids);
  expect(ids.filter((id) => !ID.test(id))).toEqual([]);
});
