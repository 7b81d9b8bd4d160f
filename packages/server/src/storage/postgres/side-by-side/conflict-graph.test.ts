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

test('who has looked for a value does not conflict with a new row of another one', () => {
  const looked = (number: string | null) => ({ ...read('t'), only: new Map([['number', number]]) });
  const inserted = (row: string, number: string | null) => ({
    ...write('t', row),
    only: new Map([['number', number]]),
  });
  const drawing = [write('numbers')];
  const graph = createConflictGraph();
  for (const task of [0, 1, 2]) {
    expect(graph.add(task, drawing)).toBe(true);
    expect(graph.add(task, [looked(`N-${String(task)}`)])).toBe(true);
  }
  expect(graph.add(0, [inserted('a', 'N-0')])).toBe(true);
  expect(graph.add(1, [inserted('b', 'N-2')])).toBe(false); // task 2 has looked for it, and comes behind
  expect(graph.add(1, [inserted('b', 'N-1')])).toBe(true);
  expect(graph.add(2, [inserted('c', 'N-1')])).toBe(true); // task 1 has looked for it, and comes before
  expect(graph.add(1, [looked('N-2')])).toBe(true);
  expect(graph.add(1, [looked('N-1')])).toBe(false); // what task 2 has written, which comes behind
});

test('a row whose values somebody has changed may have any', () => {
  const graph = createConflictGraph();
  const looked = { ...read('t'), only: new Map([['number', 'x']]) };
  expect(graph.add(0, [read('u'), { ...write('t', 'a'), only: new Map([['number', 'y']]) }])).toBe(true);
  expect(graph.add(1, [looked])).toBe(true);
  expect(graph.add(1, [write('u')])).toBe(true); // behind task 0, which has read it
  expect(graph.add(0, [write('t', 'a')])).toBe(false); // what task 1 has looked for
  const other = createConflictGraph();
  expect(other.add(0, [{ ...write('t', 'a'), only: new Map([['number', 'y']]) }])).toBe(true);
  expect(other.add(0, [write('t', 'a')])).toBe(true);
  expect(other.add(1, [write('v'), looked])).toBe(true);
  expect(other.add(0, [read('v')])).toBe(false); // task 1 has read what task 0 has changed, and comes behind it
});

test('writes to rows that keep their values concern only those who have looked for these', () => {
  const looked = (record: string) => ({ ...read('t'), only: new Map([['record', record]]) });
  const changed = (row: string, record: string) => ({ ...write('t', row), only: new Map([['record', record]]) });
  const graph = createConflictGraph();
  for (const task of [0, 1]) expect(graph.add(task, [looked(`r${String(task)}`)])).toBe(true);
  expect(graph.add(0, [changed('a', 'r0')])).toBe(true);
  expect(graph.add(1, [changed('b', 'r1'), looked('r1')])).toBe(true);
  expect(graph.add(0, [changed('c', 'r1')])).toBe(true); // behind task 1, which has looked for it
  expect(graph.add(1, [looked('r0')])).toBe(false); // and which may not come behind task 0 as well
  const among = { ...read('t'), only: new Map<string, string | readonly string[]>([['kind', ['press', 'withdraw']]]) };
  const other = createConflictGraph();
  const noted = (row: string, kind: string) => ({ ...write('t', row), only: new Map([['kind', kind]]) });
  for (const task of [0, 1]) expect(other.add(task, [among])).toBe(true);
  for (const task of [0, 1]) expect(other.add(task, [noted(String(task), 'update')])).toBe(true);
  expect(other.add(0, [noted('2', 'press')])).toBe(true);
  expect(other.add(1, [noted('3', 'press')])).toBe(false);
});
