import type { Field, Wire } from '@ninefold/model';

/** A cell of a sheet that is written: what its value is says which type it has. */
export interface Cell {
  readonly value: string | number | boolean | Date;
  readonly format?: string;
}

/** A filled value as a cell of a spreadsheet; null where the spreadsheet has no such value; then the text is used. */
export type SheetCell<F extends Field> = (value: Wire, field: F) => Cell | null;

export const asText: SheetCell<Field> = () => null;

export const asTruth: SheetCell<Field> = (value) => (typeof value === 'boolean' ? { value } : null);
