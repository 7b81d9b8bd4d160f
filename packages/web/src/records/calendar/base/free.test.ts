import { readListState, type Entity, type Grant, type ListScreen, type Rights } from '@ninefold/model';
import { expect, test } from 'vitest';
import { freeIn, takingOf } from './free.ts';

const free = (...taken: readonly (readonly [number, number])[]) =>
  freeIn(
    taken.map(([from, to]) => ({ from, to })),
    { from: 0, to: 10 },
  ).map(({ from, to }) => [from, to]);

test('what is not taken is free, in one stretch or several', () => {
  expect(free()).toEqual([[0, 10]]);
  expect(free([3, 5])).toEqual([
    [0, 3],
    [5, 10],
  ]);
  expect(free([7, 8], [3, 5])).toEqual([
    [0, 3],
    [5, 7],
    [8, 10],
  ]);
});

test('records that meet, touch or go beyond leave nothing between them', () => {
  expect(free([2, 6], [4, 5], [6, 8])).toEqual([
    [0, 2],
    [8, 10],
  ]);
  expect(free([-5, 3], [9, 20])).toEqual([[3, 9]]);
  expect(free([-5, 20])).toEqual([]);
  expect(free([12, 14])).toEqual([[0, 10]]);
});

const entity = {
  id: 'loan',
  noOverlaps: [{ from: 'from', to: 'until', per: ['asset'], when: null }],
} as unknown as Entity; // a short one
const calendar = { from: 'from', to: 'until', per: 'asset', closed: null, holidays: null };
const grantOf = (read: unknown): Grant => ({ verbs: { read }, fields: {} }) as unknown as Grant; // a short one
const scope = { now: '2026-03-05T09:00:00.000Z', today: '2026-03-05', timeZone: 'UTC', limits: {} };

/** Whether it is known what is taken, in a list with this address, by a person who may read these. */
function isKnown(address: string, read: unknown, where: unknown = null): boolean {
  const state = readListState(new URLSearchParams(address), { sort: [], size: 25 });
  const screen = { id: 'loans', where } as ListScreen; // a short one
  const rights: Rights = { roles: [], runtime: [], grants: () => [grantOf(read)], seen: (_, seen) => seen };
  return takingOf({ entity, calendar, state, screen }, { rights, scope }) !== null;
}

test('nothing is free where the calendar may not show all records: a filter, a condition, or rights on some of them', () => {
  expect(isKnown('sort=-until&page=3', true)).toBe(true);
  expect(isKnown('f.asset=eq:a1', true)).toBe(true); // it chooses a row
  expect(isKnown('f.state=eq:out', true)).toBe(false);
  expect(isKnown('search=lamp', true)).toBe(false);
  expect(isKnown('', { source: 'record.mine' })).toBe(false);
  expect(isKnown('', true, { source: 'record.open' })).toBe(false);
});
