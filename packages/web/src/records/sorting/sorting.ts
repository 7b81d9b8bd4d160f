import type { ListState } from '@ninefold/model';
import type { Column } from '../rows/columns.ts';

/** The order of a list, and what it can be. */
export interface Sorting {
  readonly columns: readonly Column[];
  readonly sort: readonly string[];
  readonly onSort: (sort: readonly string[]) => void;
}

/** How a table is grouped, and what changes that. */
export interface Grouping {
  readonly state: ListState;
  readonly onChange: (next: Partial<ListState>) => void;
}
