import { expect, test } from 'vitest';
import { createApart } from './apart.ts';

test('tasks that ran beside each other in vain run one after the other for a while', () => {
  let now = 0;
  const apart = createApart(() => now);
  expect(apart.mayShare('ticket')).toBe(true);
  apart.note(['ticket']);
  expect([apart.mayShare('ticket'), apart.mayShare('order')]).toEqual([false, true]);
  now = 4999;
  expect(apart.mayShare('ticket')).toBe(false);
  now = 5000;
  expect(apart.mayShare('ticket')).toBe(true);
});
