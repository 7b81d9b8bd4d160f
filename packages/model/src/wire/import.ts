import type { ErrorId } from '../catalogue/runtime-errors.ts';
import type { Wire } from './answers.ts';

/** A column of a file that is imported. */
export interface ImportColumn {
  /** What stands in the header; of JSON lines the name. */
  readonly title: string;
  /** The field that it fills, `id`, or null where it is not imported. */
  readonly field: string | null;
  /** What stands in the first row. */
  readonly sample: string;
  /** Of a column of days that has some like 03/04/2024: how they are read. */
  readonly dates?: ImportDates;
  /** Of a column of numbers that has some like 12,50, or 1,250 that may be 1.25: how they are read. */
  readonly numbers?: ImportNumbers;
}

/** Which comes first in 03/04/2024. */
export type SlashedOrder = 'day_first' | 'month_first';

/**
 * What decided how a column is read whose values may be read in two ways: other values of the `column` (25/12/2024, 12,50), those
 * of other columns of the `file`, the `call`, the `language` of the reader; `mixed`: the column has proofs of both ways.
 */
export type ImportWays = 'column' | 'file' | 'call' | 'language' | 'mixed';

/** How the slashed days of a column are read. */
export interface ImportDates {
  readonly order: SlashedOrder;
  readonly by: ImportWays;
  /** The first of them, as it stands there. */
  readonly written: string;
  /** What that is read as. */
  readonly read: Wire;
}

/** What stands before the decimals of a number. */
export type DecimalSign = ',' | '.';

/** How the numbers of a column are read. */
export interface ImportNumbers {
  /** What stands before their decimals. */
  readonly sign: DecimalSign;
  readonly by: ImportWays;
  /** The first of them with a comma, as it stands there. */
  readonly written: string;
  /** What that is read as. */
  readonly read: Wire;
}

/** One thing that is wrong in one row. */
export interface ImportProblem {
  /** As a table shows it: the header is row 1. Of JSON lines the line. */
  readonly row: number;
  /** The title of the column; null where it is about the whole row. */
  readonly column: string | null;
  /** Of the place in the record: `lines[2].qty`; empty where it is about the whole record. */
  readonly path: string;
  /** Id in the error catalogue. */
  readonly code: ErrorId;
  /** `nearest`, where it is there, is the name that was probably meant by `value`. */
  readonly params: { readonly [name: string]: Wire };
  /** What stands in the cell, as it was written; null where nothing does, or no cell is to blame. */
  readonly value: string | null;
  /** In the language of the reader, with the label of the field and the value. */
  readonly message: string;
}

/** A record that an import has written, as it takes to undo that. */
export interface ImportedRecord {
  readonly id: string;
  /** The one that the import made. */
  readonly version: number;
  /** What stood in the fields that it changed; null where it created the record. */
  readonly before: { readonly [field: string]: Wire } | null;
}

/** A value that an import replaces. */
export interface ImportedValue {
  /** As a table shows it: the header is row 1. */
  readonly row: number;
  /** Of the record before the import. */
  readonly title: string;
  readonly before: Wire;
  readonly after: Wire;
}

/** What an import changes in one field of the records that were there before. */
export interface ImportedField {
  readonly field: string;
  /** So many records get another value. */
  readonly changed: number;
  /** So many records lose their value and get none. */
  readonly emptied: number;
  /** The first of both, those that are emptied before the others. */
  readonly examples: readonly ImportedValue[];
}

/** The rows that failed, in the form of the file that came, each with what is wrong with it. */
export interface ImportRejects {
  /** Its media type. */
  readonly type: string;
  /** The file in base64. */
  readonly content: string;
  /** So many rows are in it; where more failed, the first of them. */
  readonly rows: number;
}

/** `POST /api/<entity>/import`: what became of each row, or what would. */
export interface ImportAnswer<P = ImportProblem> {
  readonly rows: number;
  readonly created: number;
  readonly changed: number;
  /** Rows that say what is stored already. */
  readonly unchanged: number;
  readonly failed: number;
  /** What `changed` records lose and get, by field, in the order of the columns. */
  readonly values: readonly ImportedField[];
  /** False after a trial, and where one of all rows failed. */
  readonly written: boolean;
  /** How long its longest transaction held other writes, in ms; of a trial, how long `all` would. */
  readonly held_ms: number;
  /** How the file was read: `utf-8`, `utf-16le`, `utf-16be`, `shift_jis`, `windows-1252`, `xlsx`. */
  readonly encoding: string;
  /** The fields by which rows find the records that they change; empty: every row makes a new one. */
  readonly match: readonly string[];
  /** What `match` may be, one choice in each, the fields joined by commas. */
  readonly matches: readonly string[];
  readonly columns: readonly ImportColumn[];
  /** Those that may fill a column. */
  readonly fields: readonly string[];
  /** The first of them; `problem_count` counts all. */
  readonly problems: readonly P[];
  readonly problem_count: number;
  /** The first and the last moment at which the import wrote: between them its records were created or changed. Null where nothing was written. */
  readonly between: readonly [from: string, to: string] | null;
  /** In the order in which they were written; null where nothing was written, or more than the limit `import_undo` lets. */
  readonly undo: readonly ImportedRecord[] | null;
  /** With `rejects=file`; null where no row failed. */
  readonly rejects: ImportRejects | null;
}
