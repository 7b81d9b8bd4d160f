import type { ErrorId, Wire } from '@ninefold/model';

/** One thing in a data file that cannot be loaded. `code` is of the error catalogue, `params` are what its sentence names. */
export interface DataProblem {
  readonly file: string;
  /** As the file is read: of a CSV file the header is row 1. */
  readonly row: number;
  /** The column, `lines[2].qty` for a value in it; empty for the row as a whole. */
  readonly field: string;
  readonly code: ErrorId;
  readonly params: Readonly<Record<string, Wire>>;
  /** What stands in the cell, where that is one short value. */
  readonly value: string | null;
}

/** Data files that do not fit the specification; nothing of them was loaded. */
export class DataRefused extends Error {
  readonly problems: readonly DataProblem[];

  constructor(problems: readonly DataProblem[]) {
    super(`${String(problems.length)} values of data files do not fit the specification`);
    this.name = 'DataRefused';
    this.problems = problems;
  }
}

/** The row of a record as people count it; `row` is counted from 1 without the header. */
export function shownRow({ file, row }: { readonly file: string; readonly row: number }): number {
  return file.endsWith('.csv') ? row + 1 : row;
}

const LONGEST_VALUE = 60;

/** A cell that can be shown in a sentence, or null. */
export function shownCell(value: Wire | undefined): string | null {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return null;
  const text = String(value);
  return text === '' || text.length > LONGEST_VALUE || /\n/.test(text) ? null : text;
}
