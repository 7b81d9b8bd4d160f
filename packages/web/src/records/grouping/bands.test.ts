import { expect, test } from 'vitest';
import type { GroupValue, RecordValue } from '@ninefold/model';
import { bandsOf, keyOf } from './bands.ts';

const groups = (counts: Readonly<Record<string, number>>): readonly GroupValue[] =>
  Object.entries(counts).map(([key, count]) => ({ by: { state: key === 'none' ? null : key }, count }));
const items = (keys: string): readonly RecordValue[] =>
  [...keys].map(
    (key, at) => ({ id: `${key}${String(at)}`, state: key === '-' ? null : key }) as unknown as RecordValue,
  );
const said = (
  keys: string,
  counts: Readonly<Record<string, number>>,
  { folded = [] as readonly string[], skipped = 0, isLast = true } = {},
) => {
  const page = { group: 'state', items: items(keys), groups: groups(counts), folded, skipped, isLast };
  const { before, after } = bandsOf(page);
  const names = (bands: typeof after) =>
    bands.map((band) => `${band.folded ? '+' : ''}${band.key}${band.count === null ? '?' : String(band.count)}`);
  return [...[...before].map(([id, bands]) => [...names(bands), id].join(' ')), ...names(after)];
};

test('each group begins with its head, also one that goes on from the page before', () => {
  expect(said('aab', { a: 2, b: 1 })).toEqual(['a2 a0', 'b1 b2']);
  expect(said('ab', { a: 3, b: 1 }, { skipped: 2 })).toEqual(['a3 a0', 'b1 b1']);
});

test('a folded group stands where its records would, once', () => {
  const counts = { a: 2, b: 4, c: 3, d: 1 };
  expect(said('aac', counts, { folded: ['b', 'd'], isLast: false })).toEqual(['a2 a0', '+b4 c3 c2']);
  expect(said('cc', counts, { folded: ['b', 'd'], skipped: 3 })).toEqual(['c3 c0', '+d1']);
  expect(said('ccc', counts, { folded: ['a', 'b', 'd'] })).toEqual(['+a2 +b4 c3 c0', '+d1']);
});

test('a folded group between two pages stands on the second, before the group that begins there', () => {
  const counts = { a: 2, b: 4, c: 3 };
  expect(said('aa', counts, { folded: ['b'], isLast: false })).toEqual(['a2 a0']);
  expect(said('ccc', counts, { folded: ['b'], skipped: 2 })).toEqual(['+b4 c3 c0']);
});

test('where all are folded their heads stand alone', () => {
  expect(said('', { a: 2, none: 1 }, { folded: ['a', ''] })).toEqual(['+a2', '+1']);
});

test('records of groups that are not known have a head without a count, and records without a value one of their own', () => {
  expect(said('ax-', { a: 1, none: 1 })).toEqual(['a1 a0', 'x? x1', '1 -2']);
});

test('a value is named as an address says it', () => {
  expect([keyOf({ id: 'u1', title: 'Ann' }), keyOf(false), keyOf('open'), keyOf(null), keyOf(undefined)]).toEqual([
    ...['u1', 'false', 'open', '', ''],
  ]);
});
