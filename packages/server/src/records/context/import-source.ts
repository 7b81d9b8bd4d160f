import type { ImportAnswer, ImportColumn, Problem } from '@ninefold/model';
import type { Sent } from './body.ts';

/** One record of a file, its references still by name. */
export interface ImportRow {
  readonly row: number;
  readonly values: Sent;
  /** The id that the row gives, or null. */
  readonly id: string | null;
  /** What is wrong with the row before it is looked at as a record. */
  readonly problems: readonly Problem[];
  /** What stands in the cell of a field, as it was written; null where there is none, or nothing in it. */
  written(field: string): string | null;
}

/** A column whose heading stands for several fields, or which several columns have. */
export interface AmbiguousColumn {
  readonly column: string;
  /** The labels of the fields. */
  readonly fields: string;
}

/** A file of records. */
export interface ImportSource {
  readonly encoding: string;
  readonly columns: readonly ImportColumn[];
  readonly fields: readonly string[];
  /** Columns of which nobody can say which field they fill. */
  readonly ambiguous: readonly AmbiguousColumn[];
  /** From the beginning each time. */
  rows(): AsyncIterable<ImportRow>;
  /** Is told of each row that fails, before the next one is read. */
  failed?(problems: readonly ImportedProblem[]): void;
}

/** How records of a file are written. */
export interface ImportOptions {
  /** `all`: every row or none; `each`: those that can be; `try`: everything is done, reported, and undone. */
  readonly mode: 'all' | 'each' | 'try';
  /** Fields joined by commas by which rows find the record that they change; empty: every row is new; null: the first that fits. */
  readonly match: string | null;
}

/** What is wrong in one row; `column` is null where it is about all of it. */
export interface ImportedProblem extends Problem {
  readonly row: number;
  readonly column: string | null;
  readonly value: string | null;
}

/** What became of each row, its problems without a sentence. */
export type Imported = Omit<ImportAnswer<ImportedProblem>, 'rejects'>;
