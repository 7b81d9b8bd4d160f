import type { Column } from '../rows/columns.ts';

/** The order of a list, and what it can be. */
export interface Sorting {
  readonly columns: readonly Column[];
  readonly sort: readonly string[];
  readonly onSort: (sort: readonly string[]) => void;
}
