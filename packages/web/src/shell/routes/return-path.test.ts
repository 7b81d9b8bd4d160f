import { afterEach, expect, test } from 'vitest';
import { rememberVisitLanguage } from '../../base/texts/visit-language.ts';
import { returnPath, signInPath } from './return-path.ts';

afterEach(() => rememberVisitLanguage(''));

test('leads back to the requested address, its state included', () => {
  const path = '/tickets?search=a%20b&page=2#top';
  expect(returnPath(new URL(`https://desk.example${signInPath(path)}`).search, '/desk')).toBe(path);
});

test.each([
  'https://elsewhere.example',
  '//elsewhere.example',
  '/\\elsewhere.example',
  'tickets',
  '/_/sign-in?next=/a',
])('never leads to %s', (next) => expect(returnPath(`?next=${encodeURIComponent(next)}`, '/desk')).toBe('/desk'));

test('without a wish the home of the reader', () => {
  expect(returnPath('', '/desk')).toBe('/desk');
  expect(signInPath('/')).toBe('/_/sign-in');
});

test('the language of the visit is in the address of the sign-in, so that a reload keeps it', () => {
  rememberVisitLanguage('?lng=ja');
  expect(signInPath('/')).toBe('/_/sign-in?lng=ja');
  const search = new URL(`https://desk.example${signInPath('/tickets?page=2&lng=ja#top')}`).search;
  expect(new URLSearchParams(search).get('lng')).toBe('ja');
  expect(returnPath(search, '/desk')).toBe('/tickets?page=2&lng=ja#top');
});
