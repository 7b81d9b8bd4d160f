import { PLAIN_FIELD, type Field } from '@ninefold/model';
import { expect, test } from 'vitest';
import { hasShapeOf, plainText } from './plain-value.ts';

const field = (type: string): Field => ({ ...PLAIN_FIELD, id: 'it', type, to: 'user' }) as unknown as Field; // all that is read of it
const TEXT = 'Tea';
const RECORD = { id: 'r1', title: 'Ann' };

test('a value has the shape of a field whose values look like it', () => {
  const fitting = (type: string) =>
    [TEXT, 3, true, RECORD, [RECORD], [TEXT]].map((value) => hasShapeOf(field(type), value));
  expect(fitting('string')).toEqual([true, true, true, false, false, false]);
  expect(fitting('reference')).toEqual([false, false, false, true, false, false]);
  expect(fitting('references')).toEqual([false, false, false, false, true, true]);
  expect(fitting('lines')).toEqual([false, false, false, false, true, true]);
  expect(fitting('files')).toEqual([false, false, false, false, true, true]);
  expect(fitting('json')).toEqual([true, true, true, true, true, true]);
});

test('what is not known any more is read by its names, and never as an object', () => {
  expect(plainText(TEXT)).toBe('Tea');
  expect(plainText(RECORD)).toBe('Ann');
  expect(plainText({ id: 'r1' })).toBe('r1');
  expect(plainText([RECORD, { id: 'f', name: 'plan.pdf', size: 3 }, null, 'x'])).toBe('Ann, plan.pdf, x');
  expect(plainText([{ id: 'l1', what: 'Chair', qty: 2, who: RECORD }])).toBe('Chair, 2, Ann');
  expect(plainText({ city: 'Bern', zip: null })).toBe('Bern');
});
