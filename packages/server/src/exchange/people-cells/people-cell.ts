import { isList, isMap, type Field, type Wire } from '@ninefold/model';
import type { Labels } from '../labels/labels.ts';
import type { Cell } from '../sheet-cells/sheet-cell.ts';

/** A value that is there. */
export type Filled = Exclude<Wire, null>;

/** What the words for a value depend on. */
export interface Look {
  readonly labels: Labels;
  readonly language: string;
  /** Of the application: what its pages show times in. */
  readonly timeZone: string;
  /** The record that has the value. */
  readonly record: Readonly<Record<string, Wire | undefined>>;
  /** The field whose lines hold the value, and the line; null outside of lines. */
  readonly line: { readonly field: string; readonly values: Readonly<Record<string, Wire | undefined>> } | null;
  /** A value of a further field in words, for values that hold others. */
  readonly text: (value: Wire, field: Field, look: Look) => string;
}

/** How values of one type of field stand in a file that is made for people. */
export interface PeopleCell<F extends Field> {
  /** In words, as a text file has them. */
  text(value: Filled, field: F, look: Look): string;
  /** As a spreadsheet has it; null where it has no such value; then the words are used. */
  sheet(value: Filled, field: F, look: Look): Cell | null;
}

/** Several names in one cell: an import parts them there again. */
export const BETWEEN = '; ';

/** The base of the types whose values are their own words. */
export const PLAIN = {
  text: (value: Filled): string => String(value),
  sheet: (): Cell | null => null,
} as const;

/** The title of a reference; words that say so where the reader may not see it. */
export function titleText(value: Wire, { labels }: Look): string {
  if (value === null) return '';
  const title = isMap(value) ? value['title'] : value;
  return typeof title === 'string' && title !== '' ? title : labels.words.no_permission;
}

/** The items of a list; none of any other value. */
export function itemsOf(value: Wire): readonly Wire[] {
  return isList(value) ? value : [];
}
