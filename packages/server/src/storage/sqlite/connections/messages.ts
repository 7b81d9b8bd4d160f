import type { SqlValue } from '../../sql/sql-value.ts';

/** What a reading process is told. `read` alone is answered. */
export type Order =
  /** What is read until `end` is of one moment of this file. */
  | { readonly order: 'begin'; readonly path: string }
  | {
      readonly order: 'read';
      readonly text: string;
      readonly values: readonly SqlValue[];
      /** The rows may be those of an earlier read of the same data, and are remembered. */
      readonly mayRecall: boolean;
    }
  | { readonly order: 'end' }
  /** Closes the file. */
  | { readonly order: 'close'; readonly path: string };

/** What a reading process says. `ms`: how long it worked for these rows. */
export type Report =
  /** It takes orders from now on. */
  | { readonly report: 'ready' }
  /** The next rows of the statement, and whether more of them follow. */
  | {
      readonly report: 'rows';
      readonly columns: readonly string[];
      readonly rows: readonly (readonly SqlValue[])[];
      readonly more: boolean;
      readonly ms: number;
      /** How long it took when rows that are remembered were read, in ms; 0 where they were read now. */
      readonly savedMs: number;
    }
  | { readonly report: 'failed'; readonly failure: Failure; readonly ms: number };

/** An error as it goes from one process to another; the codes are those of `node:sqlite`. */
export interface Failure {
  readonly message: string;
  readonly code?: unknown;
  readonly errcode?: unknown;
}
