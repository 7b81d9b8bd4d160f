import type { Field } from '@ninefold/model';

/** One step of a kept path: the column of an entity that leads to the next, at last the one whose value is kept. */
export interface KeptStep {
  readonly entity: string;
  readonly column: string;
}

/** What row rules read through references, kept in the row itself: the database holds it to what it would find there. */
export interface KeptColumn {
  readonly entity: string;
  /** The column that holds it. */
  readonly name: string;
  /** `assignee.department` */
  readonly path: string;
  /** From the row itself to where the value stands: two or more. */
  readonly steps: readonly KeptStep[];
  /** The field whose value is kept. */
  readonly field: Field;
}
