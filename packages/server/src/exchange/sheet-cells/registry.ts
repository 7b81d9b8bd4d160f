import type { Field, FieldOf, FieldType, Wire } from '@ninefold/model';
import { dateCell } from './date.ts';
import { durationCell } from './duration.ts';
import { decimalCell, wholeCell } from './number.ts';
import { asText, asTruth, type Cell, type SheetCell } from './sheet-cell.ts';

const CELLS: { readonly [T in FieldType]: SheetCell<FieldOf<T>> } = {
  string: asText,
  text: asText,
  choice: asText,
  choices: asText,
  sequence: asText,
  reference: asText,
  references: asText,
  integer: wholeCell,
  number: decimalCell,
  money: decimalCell,
  percent: decimalCell,
  boolean: asTruth,
  date: dateCell,
  datetime: asText, // a spreadsheet knows no time zone
  duration: durationCell,
  time: asText,
  lines: asText,
  file: asText,
  files: asText,
  json: asText,
  secret: () => null,
};

/** A filled value of a field as a spreadsheet has it; null where its text is used. */
export function sheetCell(field: Field, value: Wire): Cell | null {
  const cell = CELLS[field.type] as unknown as SheetCell<Field>; // the registry pairs each type with its cell
  return cell(value, field);
}
