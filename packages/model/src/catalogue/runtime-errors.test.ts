import { expect, expectTypeOf, test } from 'vitest';
import en from '../../locales/en/errors.json' with { type: 'json' };
import ja from '../../locales/ja/errors.json' with { type: 'json' };
import type { Problem } from '../wire/answers.ts';
import { RUNTIME_ERRORS, type ErrorId, type RuntimeErrorId } from './runtime-errors.ts';

const ids = Object.keys(RUNTIME_ERRORS).sort();

test.each([
  ['en', en],
  ['ja', ja],
])('every entry of the catalogue has its three texts in %s, and no text lacks its entry', (_, texts) => {
  expect(Object.keys(texts).sort()).toEqual(ids);
  for (const entry of Object.values(texts)) expect(Object.values(entry).every((text) => text.length > 0)).toBe(true);
});

test('both languages name the same values', () => {
  const values = (texts: Record<string, { message: string }>) =>
    Object.entries(texts).map(([id, { message }]) => [
      id,
      [...message.matchAll(/{{(\w+)}}/g)].map((match) => match[1]).sort(),
    ]);
  expect(Object.fromEntries(values(ja))).toEqual(Object.fromEntries(values(en)));
});

test('no other text is an id of an error; `npm run check -- types` judges it', () => {
  expectTypeOf<'unknown_entity'>().toExtend<RuntimeErrorId>();
  expectTypeOf<'unknwon_entity'>().not.toExtend<ErrorId>();
  expectTypeOf<'unknwon_entity'>().not.toExtend<Problem['code']>();
  expectTypeOf<string>().not.toExtend<ErrorId>();
});
