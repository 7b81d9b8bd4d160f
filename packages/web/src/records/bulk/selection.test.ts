import { expect, it } from 'vitest';
import { anchorOf, toggledRange } from './selection.ts';

const items = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }));
const after = (ids: readonly string[], from: string, to: string) =>
  [...toggledRange(new Set(ids), { items, from, to })].toSorted();

it('selects from one record to another, in both directions', () => {
  expect(after(['b'], 'b', 'd')).toEqual(['b', 'c', 'd']);
  expect(after(['d'], 'd', 'b')).toEqual(['b', 'c', 'd']);
});

it('takes them out where the last one was selected, and leaves the others', () => {
  expect(after(['a', 'b', 'c', 'd'], 'b', 'c')).toEqual(['a', 'd']);
});

it('toggles one record alone, also where the other stands on this page no more', () => {
  expect(after(['a'], 'c', 'c')).toEqual(['a', 'c']);
  expect(after(['a'], 'gone', 'c')).toEqual(['a', 'c']);
});

it('begins a range at the first record of the page where none on it was toggled before', () => {
  expect(anchorOf(items, 'c')).toBe('c');
  expect(anchorOf(items, null)).toBe('a');
  expect(anchorOf(items, 'gone')).toBe('a');
});
