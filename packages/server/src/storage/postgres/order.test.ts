import { expect, test } from 'vitest';
import { createOrder } from './order.ts';

const read = (table: string, row: string | null = null) => ({ table, row, writes: false });
const write = (table: string, row: string | null = null) => ({ table, row, writes: true });

test('who reads and writes rows of his own gets in nobody’s way', () => {
  const order = createOrder();
  for (const work of [0, 1, 2]) expect(order.note(work, [read('t', String(work)), read('other')])).toBe(true);
  for (const work of [2, 0, 1])
    expect(order.note(work, [write('t', String(work)), read('t', String(work))])).toBe(true);
});

test('two that have read what both write cannot both have been first', () => {
  const order = createOrder();
  expect(order.note(0, [read('t')])).toBe(true);
  expect(order.note(1, [read('t')])).toBe(true);
  expect(order.note(0, [write('t', 'a')])).toBe(true);
  expect(order.note(1, [write('t', 'b')])).toBe(false);
});

test('nor can three, each of whom comes before the next', () => {
  const order = createOrder();
  for (const [work, table] of ['a', 'b', 'c'].entries()) expect(order.note(work, [read(table)])).toBe(true);
  expect(order.note(0, [write('b')])).toBe(true);
  expect(order.note(1, [write('c')])).toBe(true);
  expect(order.note(2, [write('a')])).toBe(false);
  order.forget(2);
  expect(order.note(1, [write('x')])).toBe(true);
});

test('what was written is read behind it, not before it and behind it', () => {
  const order = createOrder();
  expect(order.note(0, [write('t', 'a')])).toBe(true);
  expect(order.note(1, [read('t', 'a'), write('u', 'b')])).toBe(true);
  expect(order.note(0, [read('u', 'b')])).toBe(false);
  expect(order.note(0, [read('u', 'c')])).toBe(true);
});
