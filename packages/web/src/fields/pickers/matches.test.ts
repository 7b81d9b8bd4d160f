import { expect, it } from 'vitest';
import type { RecordValue } from '@ninefold/model';
import { leftover, leftoverIn } from '../contract/leftover.ts';
import { byTitle, isSameText, onlyMatch } from './matches.ts';

const record = (title: string): RecordValue => ({ id: title, version: 1, title }) as RecordValue;

it('takes without a choice the only record, or the only one of exactly this title', () => {
  const [go, plus] = [record('Opta Go'), record('Opta')];
  expect(onlyMatch([go], 'opt')).toBe(go);
  expect(onlyMatch([go, plus], 'opta')).toBe(plus);
  expect(onlyMatch([go, plus], 'opt')).toBeNull();
  expect(onlyMatch([plus, record('OPTA')], 'Opta')).toBeNull();
  expect(onlyMatch([], 'Opta')).toBeNull();
});

it('offers first what is called as was typed, and last what is found by something else', () => {
  const found = ['Ada Adler', 'Ramona Kern', 'Anna Mona', 'Mona Meyer', 'Alan Archer'].map(record);
  const titles = (text: string) => byTitle(found, text).map(({ title }) => title);
  expect(titles(' mona ')).toEqual(['Mona Meyer', 'Anna Mona', 'Ramona Kern', 'Ada Adler', 'Alan Archer']);
  expect(titles('')).toEqual(found.map(({ title }) => title));
});

it('compares titles without width, case, outer blanks and blanks between Japanese signs', () => {
  expect(isSameText('鈴木　明', '鈴木明')).toBe(true);
  expect(isSameText('opta go', 'optago')).toBe(false);
  expect(isSameText(' ＯＰＴＡ ｇｏ', 'opta go')).toBe(true);
  expect(isSameText('opta', 'opta go')).toBe(false);
});

it('finds a text that was typed and not chosen, in one reference and among several', () => {
  expect(leftoverIn(leftover('Opta'))).toBe('Opta');
  expect(leftoverIn([{ id: '1' }, leftover('Opta')])).toBe('Opta');
  expect([{ id: '1', typed: 'x' }, null, [], 'Opta'].map(leftoverIn)).toEqual([null, null, null, null]);
});
