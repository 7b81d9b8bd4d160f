import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { cellText, csvLine, plainText } from './csv-cells.ts';

const TEXTS = [
  '',
  'plain',
  'a,b',
  'say "x"',
  'two\r\nlines',
  ' edge ',
  '=1+1',
  "'=1+1",
  "''@x",
  '-5',
  '-5x',
  '＝A1',
  "'tis",
  '表示',
];

test('a line is parsed back to the same texts, once the sign before formulas is taken off', () => {
  const [cells] = parse(csvLine(TEXTS)) as string[][];
  expect(cells?.map(plainText)).toEqual(TEXTS);
});

test('nothing that is written begins as a formula', () => {
  const [cells] = parse(csvLine(TEXTS)) as string[][];
  expect(cells?.filter((cell) => /^[=+@＝＋－＠]|^-\D/.test(cell))).toEqual([]);
  expect(cells?.[9]).toBe('-5');
});

test('values stand as people read them', () => {
  expect(cellText(null)).toBe('');
  expect(cellText(true)).toBe('true');
  expect(cellText({ id: 'u1', title: 'Ada' })).toBe('Ada');
  expect(cellText({ id: 'u1' })).toBe('u1');
  expect(cellText([{ id: 'u1', title: 'Ada' }, { id: 'u2' }])).toBe('Ada;u2');
  expect(cellText([{ id: 'l1', qty: 2 }])).toBe('[{"id":"l1","qty":2}]');
});
