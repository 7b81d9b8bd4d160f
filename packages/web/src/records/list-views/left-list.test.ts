import { expect, test } from 'vitest';
import { readListState } from '@ninefold/model';
import { keepLeft, queryToKeep, readLeft } from './left-list.ts';

const DEFAULTS = { sort: ['due'], size: 25 };
const stateOf = (query: string) => readListState(new URLSearchParams(query), DEFAULTS);
const PLAIN = stateOf('');

test.each([
  ['f.state=eq%3Aopen&sort=-due&size=50&layout=board', 'f.state=eq%3Aopen&sort=-due&layout=board&size=50'],
  ['f.state=eq:open&search=printer&page=7', 'f.state=eq%3Aopen'],
  ['due=7d&awaited=me&stuck=true', 'due=7d&awaited=me&stuck=true'],
  ['search=printer', ''],
  ['f.state=eq:open&block=home.late', ''],
  ['f.state=eq:open&where=record.late', ''],
  ['f.state=eq:open&waiting=me', ''],
  ['', ''],
])('of %s is kept: %s', (left, kept) => {
  expect(queryToKeep(stateOf(left), PLAIN, DEFAULTS)).toBe(kept);
});

test('a view is kept where it was changed', () => {
  const origin = { ...stateOf('f.state=eq:open'), view: 'mine' };
  expect(queryToKeep(origin, origin, DEFAULTS)).toBe('');
  expect(queryToKeep({ ...origin, filters: [] }, origin, DEFAULTS)).toBe('view=mine&search=');
});

test('the words of a view are its own, and no others are kept', () => {
  const origin = { ...stateOf('f.state=eq:open&search=printer'), view: 'mine' };
  for (const search of ['printer', 'desk', '']) expect(queryToKeep({ ...origin, search }, origin, DEFAULTS)).toBe('');
  const left = { ...origin, filters: [], search: 'desk' };
  expect(queryToKeep(left, origin, DEFAULTS)).toBe('view=mine&search=printer');
});

const ANN = { userId: 'ann', of: 'desk', day: '2026-03-05' };

test('each reader has their own, for the rest of the day, and a storage that is full or forbidden keeps nothing', () => {
  const storage = new Map<string, string>();
  const kept = {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  };
  keepLeft(kept, ANN, 'size=50');
  expect(readLeft(kept, ANN)).toBe('size=50');
  expect(readLeft(kept, { ...ANN, userId: 'bo' })).toBe('');
  expect(readLeft(kept, { ...ANN, day: '2026-03-06' })).toBe('');
  keepLeft(kept, ANN, '');
  expect(storage.size).toBe(0);
  const refuse = (): never => {
    throw new Error('full');
  };
  const refusing = { getItem: refuse, setItem: refuse, removeItem: refuse };
  keepLeft(refusing, ANN, 'size=50');
  expect(readLeft(refusing, ANN)).toBe('');
});
