import fc from 'fast-check';
import { expect, test } from 'vitest';
import { directionOf, pickLanguage } from './languages.ts';

test('a wish is met exactly, else by a more general form of it', () => {
  expect(pickLanguage(['pt-BR'], ['pt', 'pt-BR'])).toBe('pt-BR');
  expect(pickLanguage(['ja-JP'], ['en', 'ja'])).toBe('ja');
  expect(pickLanguage(['ja_JP', 'en_US'], ['en', 'ja'])).toBe('ja');
  expect(pickLanguage(['zh-Hant-TW'], ['zh', 'zh-Hant'])).toBe('zh-Hant');
  expect(pickLanguage(['de', 'fr'], ['en'])).toBeNull();
  expect(pickLanguage(['', '_', '-'], ['en'])).toBeNull();
});

test('an earlier wish wins, although a later one is met exactly', () => {
  expect(pickLanguage(['ja-JP', 'en'], ['en', 'ja'])).toBe('ja');
});

test('a language is understood however its region, script and character set are written', () => {
  const cased = (text: string) => fc.constantFrom(text, text.toUpperCase(), text.toLowerCase());
  const wish = fc
    .tuple(
      fc.constantFrom('ja', 'en').chain((language) => fc.tuple(fc.constant(language), cased(language))),
      fc.array(fc.tuple(fc.constantFrom('-', '_'), fc.constantFrom('Latn', 'JP', 'US', '419')), { maxLength: 2 }),
      fc.constantFrom('', '.UTF-8', '.eucJP', '@latin'),
    )
    .map(([[language, written], subtags, rest]) => [language, written + subtags.flat().join('') + rest] as const);
  fc.assert(
    fc.property(wish, ([language, written]) => {
      expect(pickLanguage([written], ['fr', 'en', 'ja'])).toBe(language);
    }),
  );
});

test.each([
  ['ja', 'ltr'],
  ['en-GB', 'ltr'],
  ['ar', 'rtl'],
  ['he-IL', 'rtl'],
  ['fa', 'rtl'],
  ['dv', 'rtl'],
  ['pa-PK', 'rtl'],
  ['ar-Latn', 'ltr'],
] as const)('%s is written %s', (language, direction) => {
  expect(directionOf(language)).toBe(direction);
});
