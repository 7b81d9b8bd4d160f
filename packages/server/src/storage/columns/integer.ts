import type { IntegerField } from '@ninefold/model';
import { quoted } from '../sql/names.ts';
import type { Column } from './column.ts';
import { isFilled, isSameNumber, rereadNumber } from './meaning.ts';
import { plainText } from './plain-text.ts';

export const integerColumn: Column<IntegerField> = {
  ...plainText,
  holds: 'integer',
  encode: (value) => (typeof value === 'number' && Number.isSafeInteger(value) ? value : null),
  decode: (value) => (value === null ? null : Number(value)),
  meaning: {
    word: 'integer',
    text: (_texts, column) => `CAST(${quoted(column)} AS text)`,
    filled: isFilled,
    same: isSameNumber,
  },
  reread: rereadNumber,
  title: (_texts, column) => `CAST(${column} AS TEXT)`,
  decimals: () => 0,
};
