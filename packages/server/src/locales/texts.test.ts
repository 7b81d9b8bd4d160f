import { expect, test } from 'vitest';
import { fill, pluralAt, textAt } from './texts.ts';

test('finds a text by its path, and never what every object has', () => {
  const tree = { a: { b: 'text' } };
  expect(textAt(tree, ['a', 'b'])).toBe('text');
  expect(textAt(tree, ['a'])).toBeNull();
  expect(textAt(tree, ['a', 'b', 'length'])).toBeNull();
  expect(textAt(tree, ['constructor', 'name'])).toBeNull();
});

test('fills values in, references by their title', () => {
  const params = { min: 3, who: { id: 'x', title: 'Sato' }, none: null, many: ['a', 'b'] };
  expect(fill('{{min}} {{ who }} {{none}}{{many}} {{other}}', params)).toBe('3 Sato a, b {{other}}');
});

test('the parts of objects are filled in by both names, and decide a plural form', () => {
  expect(fill('{{site.rent}} {{ site.city }} {{site}}', { 'site.rent': '9', 'site.city': 'Ube' })).toBe(
    '9 Ube {{site}}',
  );
  const tree = { message_one: 'one', message_other: '{{site.rooms}} rooms' };
  expect(pluralAt(tree, ['message'], { params: { 'site.rooms': 1 }, language: 'en' })).toBe('one');
});

test('a value is never filled again', () => {
  expect(fill('{{a}}', { a: '{{b}}', b: 'secret' })).toBe('{{b}}');
});

test('of plural forms the one that fits the number in the text', () => {
  const tree = { message_one: '{{days}} day', message_few: '{{days}} dny', message_other: '{{days}} days', plain: 'x' };
  const of = (days: string | number | null, language = 'en') =>
    pluralAt(tree, ['message'], { params: { days, note: 'n' }, language });
  expect([of(1), of(0), of('1.00'), of(null), of(3, 'cs'), of(5, 'cs')]).toEqual([
    ...['{{days}} day', '{{days}} days', '{{days}} day', '{{days}} day', '{{days}} dny', '{{days}} days'],
  ]);
  expect(pluralAt(tree, ['plain'], { params: {}, language: 'en' })).toBe('x');
  expect(pluralAt(tree, ['none'], { params: {}, language: 'en' })).toBeNull();
});
