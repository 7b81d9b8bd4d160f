import { folded } from '@ninefold/model';
import { expect, test } from 'vitest';
import { strokeOf } from '../../kit/keyboard/keys.ts';
import { matching } from './matching.ts';
import { command } from '../../kit/keyboard/commands.ts';
import { strokesOf } from './key-names.ts';

const press = (key: string, more: object = {}) =>
  strokeOf({ key, code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more });
const named = (id: string, label: string, more: object = {}) =>
  command({ id, scope: 'everywhere', label, group: 'Go to', run: () => undefined, ...more });
const COMMANDS = [
  named('a', 'Team desk'),
  named('b', 'デスク'),
  named('c', 'Desk'),
  named('d', 'next', { hidden: true }),
  named('e', '備品 一覧'),
];

test.each([
  ['ＡＢＣ', 'abc'],
  ['デスク', 'ですく'],
  ['ﾃﾞｽｸ', 'ですく'],
  ['Ünder', 'ünder'],
  ['鈴木　明 b', '鈴木明 b'],
])('%s is compared as %s', (text, form) => {
  expect(folded(text)).toBe(form);
});

test('what begins with the words comes first; hidden commands never', () => {
  expect(matching(COMMANDS, 'desk', []).map(({ id }) => id)).toEqual(['c', 'a']);
  expect(matching(COMMANDS, 'ですく', []).map(({ id }) => id)).toEqual(['b']);
  expect(matching(COMMANDS, 'go team', []).map(({ id }) => id)).toEqual(['a']);
  expect(matching(COMMANDS, '', ['c', 'b']).map(({ id }) => id)).toEqual(['c', 'b', 'a', 'e']);
  for (const typed of ['備品一覧', '一覧 備品', '備品　一覧'])
    expect(matching(COMMANDS, typed, []).map(({ id }) => id)).toEqual(['e']);
});

test('a key is what it writes, or where it lies on a layout of another script', () => {
  expect(press('k', { ctrlKey: true })).toBe('mod+k');
  expect(press('?', { shiftKey: true })).toBe('?');
  expect(press('い', { code: 'KeyE' })).toBe('e');
  expect(press('Process', { code: 'KeyJ' })).toBe('j');
  expect(press('Escape')).toBe('escape');
});

test('the space bar alone is a stroke, and one key after another are two', () => {
  expect(['g d', 'mod+k', ' '].map(strokesOf)).toEqual([['g', 'd'], ['mod+k'], [' ']]);
});
