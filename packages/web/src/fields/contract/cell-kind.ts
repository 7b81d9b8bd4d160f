import type { ComponentType } from 'react';
import type { Field, Wire } from '@ninefold/model';
import type { Format } from '../../base/format/use-format.ts';
import type { FieldPlace } from './field-place.ts';

/** What every cell is given. `value` is never blank; `compact` in the rows of a table, where one line must do. */
export interface CellProps<F extends Field> {
  readonly field: F;
  readonly value: Exclude<Wire, null>;
  readonly place: FieldPlace;
  readonly compact: boolean;
}

/** How values of one type of field are shown. Each type has its own in `fields/cells/<type>.tsx`. */
export interface CellKind<F extends Field> {
  readonly Cell: ComponentType<CellProps<F>>;
  /** The edge of a column at which its values stand. */
  readonly align: 'start' | 'end';
  /** Whether a value takes the full width where fields stand side by side, in forms and on pages of records. */
  readonly isWide: boolean;
  /** Whether a page of a record shows it in the middle, as texts, lines and files; all else stands beside that. */
  readonly isBody: boolean;
  /** The room that a list gives a value: a short one never breaks, a long one gets more. */
  readonly room: 'short' | 'usual' | 'long';
  /** Whether a list shows it as a column where its screen names none. */
  readonly isColumn: boolean;
  /** Whether values are numbers. */
  readonly isNumber: boolean;
  /** The unit that the heading of a column names for all its cells; null where there is none, or each value has its own. */
  unit(field: F, format: Format): string | null;
}

/** The base of most types: texts at the start of a column, without unit. */
export const PLAIN_CELL = {
  align: 'start',
  isWide: false,
  isBody: false,
  room: 'usual',
  isColumn: true,
  isNumber: false,
  unit: () => null,
} as const satisfies Omit<CellKind<never>, 'Cell'>;

/** A type whose values are numbers. */
export const NUMBER_CELL = {
  ...PLAIN_CELL,
  align: 'end',
  isNumber: true,
} as const satisfies Omit<CellKind<never>, 'Cell'>;
