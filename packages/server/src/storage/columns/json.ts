import { jsonIn, jsonText, type JsonField } from '@ninefold/model';
import type { Column } from './column.ts';
import { textMeaning } from './meaning.ts';
import { plainText } from './plain-text.ts';

/** Whether two texts say one value of JSON: `7` and `7.00`. */
function isSameJson(text: string, other: string): boolean {
  const [a, b] = [jsonIn(text), jsonIn(other)];
  return a !== undefined && b !== undefined && jsonText(a) === jsonText(b);
}

/** The text of the value, in which every character counts: a column type for JSON would change numbers and refuse U+0000. */
export const jsonColumn: Column<JsonField> = {
  ...plainText,
  meaning: { ...textMeaning('json'), same: isSameJson },
  short: false,
};
