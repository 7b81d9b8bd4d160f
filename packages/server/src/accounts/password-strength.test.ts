import * as fc from 'fast-check';
import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, test } from 'vitest';
import { fuzzRuns } from '../testing/fuzz-runs.ts';
import { weaknessOf } from './password-strength.ts';

const ADA = ['Ada Lovelace', 'ada.lovelace@example.com', 'service_desk'];

test.each([
  ['password', 'guessable_password'],
  ['12345678', 'guessable_password'],
  ['        ', 'guessable_password'],
  ['aaaaaaaa', 'guessable_password'],
  ['abababababababab', 'guessable_password'],
  ['qwertyuiop', 'guessable_password'],
  ['P@ssw0rd1', 'guessable_password'],
  ['a'.repeat(256), 'guessable_password'],
  ['password'.repeat(32), 'guessable_password'],
  ['ada.lovelace@example.com', 'personal_password'],
  ['ADA.lovelace', 'personal_password'],
  ['adalovelace', 'personal_password'],
  ['lovelace1815', 'personal_password'],
  ['Service Desk', 'personal_password'],
  ['service_desk1', 'personal_password'],
])('%j is refused as %s', async (password, weakness) => {
  expect(await weaknessOf(password, ADA)).toBe(weakness);
});

test.each([
  'correct horse battery',
  'k7#Vq2!pLx',
  'まいにちコーヒーを三杯',
  'lovelace reads tidal ledgers',
  'Füße im Bodennebel',
])('%j may be chosen', async (password) => {
  expect(await weaknessOf(password, ADA)).toBeNull();
});

test('none of the three thousand commonest passwords may be chosen, whatever its case', async () => {
  const common = dictionary['passwords-common'];
  if (common === undefined || common.length < 3000) throw new Error('the list is not there');
  const drawn = fc.constantFrom(...common.slice(0, 3000).map(String));
  await fc.assert(
    fc.asyncProperty(drawn, fc.constantFrom('', '1', '!'), async (word, tail) => {
      expect(await weaknessOf(word + tail, [])).not.toBeNull();
      expect(await weaknessOf(word.toUpperCase(), [])).not.toBeNull();
    }),
    fuzzRuns(150),
  );
});
