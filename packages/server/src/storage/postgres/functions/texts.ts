import { pure } from './numbers.ts';

/** Every character of the Unicode property White_Space. */
const SPACES = String.raw`E' \t\n\u000b\f\r\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000'`;
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
    String.raw`normalize(replace(lower(regexp_replace(normalize(a, NFKD), E'[\u0300-\u036f]', '', 'g') ${LOWER}), E'\u03c2', E'\u03c3'), NFC)`,
  ),
  pure('nf_ends_with(a text, b text)', 'boolean', 'right(a, length(b)) = b'),
];
