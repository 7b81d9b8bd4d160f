import { afterEach, expect, test } from 'vitest';
import { rememberVisitLanguage } from '../../base/texts/visit-language.ts';
import { arrivalAddress, returnPath, signInPath } from './return-path.ts';

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

const DESK = 'https://desk.example';
const arrival = (next: string): string => arrivalAddress(`?next=${encodeURIComponent(next)}`, DESK);

test('the application is loaded at the requested address, its state as it was written', () => {
  expect(arrival('/tickets?search=a%20b&f=x,y#top')).toBe(`${DESK}/tickets?search=a%20b&f=x,y#top`);
  expect(arrivalAddress('', DESK)).toBe(`${DESK}/`);
});

test.each([
  'https://elsewhere.example',
  '//elsewhere.example',
  '/\\elsewhere.example',
  '/\t/elsewhere.example',
  '/\n\\elsewhere.example',
  '/.//elsewhere.example',
  '/a/..//elsewhere.example',
  'javascript:alert(1)',
])('the application is never loaded from %s', (next) => {
  expect(new URL(arrival(next)).origin).toBe(DESK);
});

test('it is loaded in the language of the visit, and in none where the reader has chosen one on the sign-in page', () => {
  expect(arrival('/tickets?lng=ja')).toBe(`${DESK}/tickets`);
  rememberVisitLanguage('?lng=ja');
  expect(arrival('/tickets?lng=ja')).toBe(`${DESK}/tickets?lng=ja`);
  expect(arrivalAddress('?lng=ja', DESK)).toBe(`${DESK}/?lng=ja`);
});
