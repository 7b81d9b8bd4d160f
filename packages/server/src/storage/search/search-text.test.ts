import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openConnection } from '../sqlite/connections/connection.ts';
import { token } from '../sqlite/connections/search-functions.ts';
import { fold, gramsOf } from './search-text.ts';

const WORDS = fc.constantFrom('Ticket', '42', 'ab', 'x', 'déjà', '在庫', '👍🏽👍', 'a-b_c', '\ud83d', 'ﬁn');
const texts = fc.array(fc.tuple(WORDS, fc.constantFrom(' ', '\n', '\u3000', '')), { maxLength: 8 });

test('a text is found by the three characters at each of its places, whatever script they are of', () => {
  const { all, handle } = openConnection(':memory:');
  fc.assert(
    fc.property(texts, (parts) => {
      const text = fold(parts.flat().join(''));
      const expected = text
        .split(/\s+/u)
        .flatMap((word) => [...word].map((_, at, signs) => signs.slice(at, at + 3).join('')));
      expect([...gramsOf(text)].toSorted()).toEqual([...new Set(expected)].toSorted());
      if (!text.isWellFormed()) return; // the database takes no such text
      const [row] = all('SELECT nf_grams(?) AS "grams"', [text]);
      expect(row?.['grams']).toBe([...gramsOf(text)].map(token).join(' '));
    }),
    { numRuns: 1000 },
  );
  handle.close();
});
