import type { Screen } from '@ninefold/model';
import { expect, test } from 'vitest';
import { distance } from '@ninefold/model';
import { nearestScreens } from './nearest.ts';

function page(path: string): Screen {
  return { id: path.slice(1) || 'home', path, kind: 'page', page: 'x', roles: null, icon: null, written: true };
}

const SCREENS = ['/', '/tickets', '/tickets/:id', '/assets', '/people', '/handbook'].map(page);

test('counts edits', () => {
  expect(distance('', 'abc')).toBe(3);
  expect(distance('ticket', 'tickets')).toBe(1);
  expect(distance('kitten', 'sitting')).toBe(3);
});

test('offers the screen that was misspelt first', () => {
  expect(nearestScreens('/tickts', SCREENS)[0]?.path).toBe('/tickets');
});

test('finds the screen of a longer unknown address', () => {
  expect(nearestScreens('/tickets/12/unknown/part', SCREENS)[0]?.path).toBe('/tickets');
});

test('never offers more than three, nor one that needs a parameter', () => {
  const many = Array.from({ length: 9 }, (_, index) => page(`/list${index}`));
  expect(nearestScreens('/list', [...many, page('/lis/:id')])).toHaveLength(3);
  expect(nearestScreens('/tickets/:id', SCREENS).map((screen) => screen.path)).not.toContain('/tickets/:id');
});

test('offers nothing when nothing is alike', () => {
  expect(nearestScreens('/qqqqqqqqqqqqqqqqqqq', [page('/tickets')])).toEqual([]);
});
