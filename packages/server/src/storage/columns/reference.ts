import type { ReferenceField, Wire } from '@ninefold/model';
import type { Column } from './column.ts';
import { textMeaning } from './meaning.ts';
import { plainText } from './plain-text.ts';

/** The id of a reference in wire form, or null. */
export function referenceId(value: Wire | undefined): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const id = (value as { readonly id?: Wire }).id;
  return typeof id === 'string' ? id : null;
}

/** The id of the target, of a record a foreign key: lines are written anew with each change of them. No text names a record for certain. */
export const referenceColumn: Column<ReferenceField> = {
  ...plainText,
  encode: (value) => referenceId(value),
  decode: (value) => (typeof value === 'string' ? { id: value } : null),
  meaning: textMeaning('reference'),
  detail: ({ to, toLines }) => (toLines === null ? to : `${to}.${toLines}`),
  reread: () => undefined,
};
