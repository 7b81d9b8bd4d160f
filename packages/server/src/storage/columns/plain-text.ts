import type { Field } from '@ninefold/model';
import type { Column } from './column.ts';
import { rereadText, TEXT } from './meaning.ts';

/** Shared by every type whose wire form is the stored text. */
export const plainText: Column<Field> = {
  kind: 'column',
  holds: 'text',
  encode: (value) => (typeof value === 'string' && value !== '' ? value : null),
  decode: (value) => (typeof value === 'string' ? value : null),
  meaning: TEXT,
  detail: () => null,
  reread: rereadText,
  title: (_texts, column) => column,
  decimals: () => null,
  searched: false,
  short: true,
};
