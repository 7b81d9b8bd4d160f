import type { Field, Wire } from '@ninefold/model';
import type { FieldPlace } from '../inputs/field-place.ts';

/** What every cell is given. `value` is never blank; `compact` in the rows of a table, where one line must do. */
export interface CellProps<F extends Field> {
  readonly field: F;
  readonly value: Exclude<Wire, null>;
  readonly place: FieldPlace;
  readonly compact: boolean;
}
