import { expect, test } from 'vitest';
import { createConflictGraph } from './conflict-graph.ts';

const read = (table: string, row: string | null = null) => ({ table, row, writes: false });
const write = (table: string, row: string | null = null) => ({ table, row, writes: true });

test('tasks that read and write different rows do not conflict', () => {
  const graph = createConflictGraph();
  for (const task of [0, 1, 2]) expect(graph.add(task, [read('t', String(task)), read('other')])).toBe(true);
  for (const task of [2, 0, 1]) expect(graph.add(task, [write('t', String(task)), read('t', String(task))])).toBe(true);
});

test('two tasks that have read what the other writes make a circle', () => {
  const graph = createConflictGraph();
  expect(graph.add(0, [read('t')])).toBe(true);
  expect(graph.add(1, [read('t')])).toBe(true);
  expect(graph.add(0, [write('t', 'a')])).toBe(true);
  expect(graph.add(1, [write('t', 'b')])).toBe(false);
});

test('so do three tasks, each of which comes before the next', () => {
  const graph = createConflictGraph();
  for (const [task, table] of ['a', 'b', 'c'].entries()) expect(graph.add(task, [read(table)])).toBe(true);
  expect(graph.add(0, [write('b')])).toBe(true);
  expect(graph.add(1, [write('c')])).toBe(true);
  expect(graph.add(2, [write('a')])).toBe(false);
  graph.remove(2);
  expect(graph.add(1, [write('x')])).toBe(true);
});

test('a task that has read what another has written comes behind it, and not before it as well', () => {
  const graph = createConflictGraph();
  expect(graph.add(0, [write('t', 'a')])).toBe(true);
  expect(graph.add(1, [read('t', 'a'), write('u', 'b')])).toBe(true);
  expect(graph.add(0, [read('u', 'b')])).toBe(false);
  expect(graph.add(0, [read('u', 'c')])).toBe(true);
});
