import type { StringField } from './field.ts';

/** What a limit may hold; `dates` are a list. */
export type LimitType =
  | 'string'
  | 'text'
  | 'integer'
  | 'number'
  | 'money'
  | 'percent'
  | 'boolean'
  | 'date'
  | 'dates'
  | 'datetime'
  | 'reference'
  | 'duration'
  | 'time'
  | 'choice';

/** One value of a limit in wire form. */
export type LimitScalar = string | number | boolean;

/** What a limit is, in wire form: that of `dates` is their list, that of a reference the id of the record. Null: not shown, or the record is not there. */
export type LimitHeld = LimitScalar | readonly string[] | null;

/** What a limit is from a day on. */
export interface DatedValue {
  readonly from: string;
  readonly value: LimitHeld;
  /** Of a reference that the specification writes: the record as it is written there. */
  readonly named?: string;
}

/** A named constant. Whatever reads one whose value is null, and that is not dated, is refused. */
export interface LimitEntry {
  readonly id: string;
  readonly type: LimitType;
  readonly value: LimitHeld;
  /** Values from a day on, ascending; `value` is then null. Empty where the limit is not dated. */
  readonly dated: readonly DatedValue[];
  /** Roles that may change it while the application runs. */
  readonly editableBy: readonly string[];
  /** The entity that a limit of type `reference` names a record of. */
  readonly to: string | null;
  /** That record as it is written: by id, key or title. A server puts its id into `value`; null for every other type. */
  readonly named: string | null;
  /** What a limit of type `choice` may be, by id; empty for every other type. */
  readonly options: readonly string[];
  /** How many decimals a `number` or `percent` has; null: as many as were written. */
  readonly scale: number | null;
  /** What its values are within, in wire form; of texts their length. */
  readonly min: LimitScalar | null;
  readonly max: LimitScalar | null;
  /** The form of a `string`. */
  readonly format: StringField['format'];
  /** How many days it may have values from, where these are only known while the application runs; otherwise 0. */
  readonly most: number;
  /** Unit of the runtime's own limits (`ms`, `px`, `hours`, `bytes`, `count`), else null. */
  readonly unit: string | null;
  /** True where the entry is the runtime's own constant. */
  readonly runtime: boolean;
  /** True where the specification overrides the runtime's default. */
  readonly overridden: boolean;
  /** Where it was set while the application ran, to something else than the specification says. */
  readonly set?: true;
}

/** What every limit has unless it is said otherwise. */
export const PLAIN_LIMIT = {
  value: null,
  dated: [],
  editableBy: [],
  to: null,
  named: null,
  options: [],
  scale: null,
  min: null,
  max: null,
  format: null,
  most: 0,
  unit: null,
  runtime: false,
  overridden: false,
} as const;
