import { expect, test } from 'vitest';
import { fill, textAt } from './texts.ts';

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

test('a value is never filled again', () => {
  expect(fill('{{a}}', { a: '{{b}}', b: 'secret' })).toBe('{{b}}');
});
