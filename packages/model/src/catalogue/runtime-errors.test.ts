import { expect, test } from 'vitest';
import en from '../../locales/en/errors.json' with { type: 'json' };
import ja from '../../locales/ja/errors.json' with { type: 'json' };
import { RUNTIME_ERRORS } from './runtime-errors.ts';

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
