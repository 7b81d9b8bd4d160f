import { CJK } from '@ninefold/model';
import { pure } from './numbers.ts';

/** Every character of the Unicode property White_Space. */
const SPACES = String.raw`E' \t\n\u000b\f\r\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000'`;
/** Every sign from one code point to another. */
const signs = (first: number, last: number): string =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index));
const KATAKANA = signs(0x30a1, 0x30f6);
const HIRAGANA = signs(0x3041, 0x3096);
const LOWER = 'COLLATE "und-x-icu"';

/** Texts as the language and our searches have them; letters are folded by ICU, whatever the locale of the database. */
export const TEXT_FUNCTIONS: readonly string[] = [
  pure(
    'nf_normal(a text)',
    'text',
    String.raw`nullif(btrim(regexp_replace(normalize(a, NFC), E'\r\n?', E'\n', 'g'), ${SPACES}), '')`,
  ),
  pure('nf_lower(a text)', 'text', `nf_normal(lower(a ${LOWER}))`),
  pure(
    'nf_fold(a text)',
    'text',
    String.raw`translate(regexp_replace(normalize(replace(lower(regexp_replace(normalize(a, NFKD), E'[\u0300-\u036f]', '', 'g') ${LOWER}), E'\u03c2', E'\u03c3'), NFC), E'(?<=${CJK}) +(?=${CJK})', '', 'g'), '${KATAKANA}', '${HIRAGANA}')`,
  ),
  // Every gram of one to three characters within a word; dear, so that whoever plans a query looks at anything else first.
  // From the end, so that the characters behind each are known; an index takes each gram once by itself.
  `CREATE OR REPLACE FUNCTION nf_grams(a text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 5000 AS $$
    DECLARE grams text[] := '{}'; characters text[] := string_to_array(a, NULL); one text; two text := ''; three text := ''; BEGIN
    FOR at IN REVERSE coalesce(array_length(characters, 1), 0)..1 LOOP
      one := characters[at];
      IF strpos(${SPACES}, one) > 0 THEN one := '';
      ELSE
        grams := grams || one;
        IF two <> '' THEN
          grams := grams || (one || two);
          IF three <> '' THEN grams := grams || (one || two || three); END IF;
        END IF;
      END IF;
      three := two;
      two := one;
    END LOOP;
    RETURN nullif(grams, '{}'); END $$`,
  pure('nf_ends_with(a text, b text)', 'boolean', 'right(a, length(b)) = b'),
];
