import type { Cell } from './cell.ts';

/** One row of a table. */
export interface TableRow {
  /** As a table shows it: the header is 1. */
  readonly row: number;
  readonly cells: readonly Cell[];
}

/** A file of rows, the header among them. */
export interface Table {
  /** How its bytes are read. */
  readonly encoding: string;
  /** From the beginning each time. */
  rows(): AsyncIterable<TableRow>;
}
