import type { Field } from '@ninefold/model';

/** One step of a path: the column of an entity that refers to the next one, at last the column whose value is stored. */
export interface DenormalisedStep {
  readonly entity: string;
  readonly column: string;
}

/** A value that row conditions read through references, stored in the row itself. Triggers of the database keep it equal to its source. */
export interface DenormalisedColumn {
  readonly entity: string;
  /** The column that holds it. */
  readonly name: string;
  /** `assignee.department` */
  readonly path: string;
  /** From the row itself to where the value stands: two or more. */
  readonly steps: readonly DenormalisedStep[];
  /** The field whose value is stored. */
  readonly field: Field;
}
