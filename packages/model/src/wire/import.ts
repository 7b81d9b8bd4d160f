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
  readonly params: { readonly [name: string]: Wire };
  /** In the language of the reader. */
  readonly message: string;
}

/** `POST /api/<entity>/import`: what became of each row, or what would. */
export interface ImportAnswer<P = ImportProblem> {
  readonly rows: number;
  readonly created: number;
  readonly changed: number;
  /** Rows that say what is stored already. */
  readonly unchanged: number;
  readonly failed: number;
  /** False after a trial, and where one of all rows failed. */
  readonly written: boolean;
  /** How the file was read: `utf-8`, `shift_jis`, `xlsx`. */
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
}
