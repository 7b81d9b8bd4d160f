import { fileIn, type FileField, type Wire } from '@ninefold/model';
import type { ChildRows, Column } from './column.ts';
import { textMeaning } from './meaning.ts';
import { plainText } from './plain-text.ts';

/** A file as a column holds it: JSON, its members always in the same order. */
export function fileText(value: Wire | undefined): string | null {
  const file = fileIn(value);
  if (file === null) return null;
  const { id, name, size, type } = file;
  return JSON.stringify({ id, name, size, type });
}

function readFile(text: string): Wire {
  const stored: Wire = JSON.parse(text); // written by `fileText`
  return fileIn(stored);
}

/** What the file is; its content lies beside the data. No text says a file. */
export const fileColumn: Column<FileField> = {
  ...plainText,
  encode: fileText,
  decode: (value) => (typeof value === 'string' ? readFile(value) : null),
  meaning: textMeaning('file'),
  reread: () => undefined,
  short: false,
};

/** A link table `<entity>.<field>` with a file in each row. */
export const filesStorage: ChildRows = {
  kind: 'links',
  encode: fileText,
  decode: readFile,
};
