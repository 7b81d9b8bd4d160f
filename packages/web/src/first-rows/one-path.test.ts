import { expect, test } from 'vitest';
import { onePath, type Shape } from './one-path.ts';

const shape = (type: string, props: Readonly<Record<string, string>>): Shape => ({ type, props });

test.each([
  [
    'paths, each from the origin',
    [shape('path', { d: 'M5 22h14' }), shape('path', { d: 'm17 11-5-5' })],
    'M0 0M5 22h14M0 0m17 11-5-5',
  ],
  ['a line', [shape('line', { x1: '1', y1: '2', x2: '3', y2: '4' })], 'M1 2L3 4'],
  ['a circle', [shape('circle', { cx: '12', cy: '13', r: '8' })], 'M4 13a8 8 0 1 0 16 0a8 8 0 1 0 -16 0'],
  ['an ellipse', [shape('ellipse', { cx: '12', cy: '5', rx: '9', ry: '3' })], 'M3 5a9 3 0 1 0 18 0a9 3 0 1 0 -18 0'],
  ['a rectangle', [shape('rect', { x: '3', y: '4', width: '10', height: '6' })], 'M3 4h10v6h-10v-6z'],
  [
    'one with round corners',
    [shape('rect', { x: '0', y: '0', width: '10', height: '6', rx: '2' })],
    'M2 0h6a2 2 0 0 1 2 2v2a2 2 0 0 1 -2 2h-6a2 2 0 0 1 -2 -2v-2a2 2 0 0 1 2 -2z',
  ],
  [
    'a row of points, open and closed',
    [shape('polyline', { points: '1 2 3 4' }), shape('polygon', { points: '1 2 3 4 5 6' })],
    'M1 2 3 4M1 2 3 4 5 6z',
  ],
  ['nothing', [], ''],
] as const)('%s', (_, shapes, expected) => {
  expect(onePath(shapes)).toBe(expected);
});

test('what is more than an outline stays as it is', () => {
  expect(onePath([shape('circle', { cx: '1', cy: '1', r: '1', fill: 'currentColor' })])).toBeNull();
  expect(onePath([shape('path', { d: 'M0 0' }), shape('g', {})])).toBeNull();
  expect(onePath([{ type: () => null, props: {} }])).toBeNull();
});
