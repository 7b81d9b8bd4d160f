import { expect, test } from 'vitest';
import { createRowMemory } from './row-memory.ts';

const rowsOf = (count: number) => Array.from({ length: count }, (_, at) => at);
const memory = () => createRowMemory<readonly number[]>((rows) => rows.length);
const kept = (count: number) => ({ rows: rowsOf(count), savedMs: 1 });

test('rows are recalled of the same moment alone', () => {
  const { keep, recall } = memory();
  keep('1', 'a', kept(3));
  expect(recall('1', 'a')?.rows).toEqual([0, 1, 2]);
  expect([recall('2', 'a'), recall('1', 'b')]).toEqual([null, null]);
  keep('2', 'a', kept(1));
  expect([recall('1', 'a'), recall('2', 'a')?.rows]).toEqual([null, [0]]);
});

test('a long answer is not kept, and ends what was kept before it', () => {
  const { keep, recall } = memory();
  keep('1', 'a', kept(2000));
  expect(recall('1', 'a')?.rows).toHaveLength(2000);
  keep('2', 'a', kept(2001));
  expect([recall('1', 'a'), recall('2', 'a')]).toEqual([null, null]);
});

test('so many statements and so many rows are kept: those that were asked last', () => {
  const few = memory();
  for (let at = 0; at < 500; at += 1) few.keep('1', `s${String(at)}`, kept(1));
  few.recall('1', 's0');
  few.keep('1', 'one more', kept(1));
  expect(['s0', 's1', 's2', 'one more'].map((key) => few.recall('1', key) !== null)).toEqual([true, false, true, true]);
  const long = memory();
  for (let at = 0; at < 12; at += 1) long.keep('1', `s${String(at)}`, kept(2000));
  const known = Array.from({ length: 12 }, (_, at) => long.recall('1', `s${String(at)}`) !== null);
  expect(known).toEqual([false, false, ...Array<boolean>(10).fill(true)]);
});
