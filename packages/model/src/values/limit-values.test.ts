import { expect, test } from 'vitest';
import { PLAIN_LIMIT, type LimitEntry } from '../ir/limit.ts';
import type { Model } from '../ir/model.ts';
import { limitValues, limitValuesOn } from './limit-values.ts';

const limit = (id: string, more: Partial<LimitEntry>): LimitEntry => ({ ...PLAIN_LIMIT, id, type: 'number', ...more });
const dated = [
  { from: '2026-01-01', value: '1000' },
  { from: '2026-04-01', value: '1500' },
];
const limits = {
  fixed: limit('fixed', { value: '7' }),
  hidden: limit('hidden', {}),
  moving: limit('moving', { dated }),
};
const MODEL = { limits } as unknown as Model; // nothing else of it is read

test.each([
  ['2025-12-31', null],
  ['2026-01-01', '1000'],
  ['2026-03-31', '1000'],
  ['2026-04-01', '1500'],
  ['9999-12-31', '1500'],
])('on %s a dated limit is %s', (day, value) => {
  expect(limitValuesOn(MODEL, day)).toEqual({ fixed: '7', moving: value });
});

test('what holds on every day is neither dated nor hidden', () => {
  expect(limitValues(MODEL)).toEqual({ fixed: '7' });
});
