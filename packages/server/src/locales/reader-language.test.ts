import { expect, test } from 'vitest';
import { readerLanguage } from './reader-language.ts';

test.each([
  ['the query first', { query: 'ja', cookie: 'en', accepted: 'en' }, 'ja'],
  ['then the cookie', { query: undefined, cookie: 'ja', accepted: 'en' }, 'ja'],
  [
    'then what the browser accepts',
    { query: undefined, cookie: undefined, accepted: 'fr, ja-JP;q=0.9, en;q=0.8' },
    'ja',
  ],
  ['the better quality wins', { query: undefined, cookie: undefined, accepted: 'en;q=0.3, ja;q=0.5' }, 'ja'],
  ['a language with quality 0 is not wanted', { query: undefined, cookie: undefined, accepted: 'ja;q=0' }, 'en'],
  ['an unknown wish is passed over', { query: 'xx', cookie: '../..', accepted: 'ja' }, 'ja'],
  ['a region with an underscore', { query: 'ja_JP', cookie: 'en', accepted: 'en' }, 'ja'],
  ['nothing: the source language', { query: undefined, cookie: undefined, accepted: undefined }, 'en'],
])('%s', (_, wishes, language) => {
  expect(readerLanguage(wishes, ['en', 'ja'])).toBe(language);
});
