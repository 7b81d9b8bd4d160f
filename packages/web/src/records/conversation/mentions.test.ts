import { expect, test } from 'vitest';
import { stillMentioned, typedName, unpickedWords, withName } from './mentions.ts';

test.each([
  ['Hi @An', { at: 3, name: 'An' }],
  ['@', { at: 0, name: '' }],
  ['お願いします＠田中', { at: 6, name: '田中' }],
  ['(@bo', { at: 1, name: 'bo' }],
  ['anna@example', null],
  ['x.@y', null],
  ['@An na', null],
  ['nothing', null],
])('%s', (text, found) => {
  expect(typedName(text, text.length)).toEqual(found);
});

test('a picked name stands in the place of what was typed, whatever follows', () => {
  const text = 'Hi @An, please look';
  const typed = typedName(text, 6);
  expect(typed).toEqual({ at: 3, name: 'An' });
  const next = withName(text, typed ?? { at: 0, name: '' }, { id: 'a', title: 'Anna Berg' });
  expect(next).toEqual({ text: 'Hi @Anna Berg , please look', caret: 14 });
});

test('only people whose names are still there are mentioned, each once', () => {
  const anna = { id: 'a', title: 'Anna Berg' };
  const bo = { id: 'b', title: 'Bo' };
  expect(stillMentioned('@Anna Berg and @Anna Berg', [anna, bo, anna])).toEqual([anna]);
});

test('a name that was typed whole is looked for by its first word, whatever follows it; one that was picked is not', () => {
  const anna = { id: 'a', title: 'Anna Berg' };
  const text = '@Anna Berg, @Bo! (@Cleo Dane) 確認＠松本 涼さん mail@example.org @@ @Bo';
  expect(unpickedWords(text, [anna])).toEqual(['Bo', 'Cleo', '松本']);
  expect(unpickedWords(text, [])).toEqual(['Anna', 'Bo', 'Cleo', '松本']);
  expect(unpickedWords(Array.from({ length: 30 }, (_, at) => `@n${'x'.repeat(at)}`).join(' '), [])).toHaveLength(10);
});

test('of two names the one that stands there is mentioned, behind either sign', () => {
  const [bo, bob, ryo] = ['Bo', 'Bo Berg', '松本 涼'].map((title) => ({ id: title, title }));
  const people = [bo, bob, ryo].flatMap((person) => person ?? []);
  expect(stillMentioned('@Bo Berg', people)).toEqual([bob]);
  expect(stillMentioned('@Bo and @Bo Berg', people)).toEqual([bo, bob]);
  expect(stillMentioned('＠松本 涼さん', people)).toEqual([ryo]);
});
