import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalText, textLength } from './text.ts';

/** Texts of ASCII with spaces and line ends, and of whatever else there is. */
const texts = fc.oneof(
  fc.array(fc.constantFrom('a', 'Z', '~', '!', ' ', '\t', '\n', '\r', '\u0000', '\u007f')).map((all) => all.join('')),
  fc.string({ unit: 'binary' }),
  fc.string(),
);

test('a text is normal once it is NFC, trimmed, without U+0000 and with one kind of line end', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const lines = text.normalize('NFC').replaceAll('\u0000', '').replaceAll('\r\n', '\n').replaceAll('\r', '\n');
      const trimmed = lines.replace(/^\p{White_Space}+/u, '').replace(/\p{White_Space}+$/u, '');
      expect(normalText(text)).toBe(trimmed === '' ? null : trimmed);
    }),
    { numRuns: 2000 },
  );
});

test('the length of a text is that of its code points', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(textLength(text)).toBe([...text].length);
    }),
  );
  expect(textLength('a👍\ud83d')).toBe(3);
});
