import type { BooleanField } from '@ninefold/model';
import { quoted } from '../sql/names.ts';
import type { Column } from './column.ts';
import { isSameText } from './meaning.ts';
import { plainText } from './plain-text.ts';

const WORDS: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false };

/** Never blank; a false says nothing. */
export const booleanColumn: Column<BooleanField> = {
  ...plainText,
  holds: 'boolean',
  encode: (value) => value === true,
  decode: (value) => value === true,
  meaning: {
    word: 'boolean',
    text: (_texts, column) => `CASE WHEN ${quoted(column)} THEN 'true' ELSE 'false' END`,
    filled: (column) => `${quoted(column)} <> FALSE`,
    same: isSameText,
  },
  reread: (text) => (Object.hasOwn(WORDS, text) ? WORDS[text] : undefined),
  title: (_texts, column) => `CASE WHEN ${column} THEN '1' ELSE '0' END`,
};
