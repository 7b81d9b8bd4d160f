import { expect, test } from 'vitest';
import { returnPath, signInPath } from './return-path.ts';

test('leads back to the requested address, its state included', () => {
  const path = '/tickets?search=a%20b&page=2#top';
  expect(returnPath(new URL(`https://desk.example${signInPath(path)}`).search)).toBe(path);
});

test.each([
  'https://elsewhere.example',
  '//elsewhere.example',
  '/\\elsewhere.example',
  'tickets',
  '/_/sign-in?next=/a',
])('never leads to %s', (next) => expect(returnPath(`?next=${encodeURIComponent(next)}`)).toBe('/'));

test('without a wish the start page', () => {
  expect(returnPath('')).toBe('/');
  expect(signInPath('/')).toBe('/_/sign-in');
});
