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

/** A named constant. `value` is in wire form, that of `dates` their list; null while it is not shown, or names a record that is not there: whatever reads it is then refused. */
export interface LimitEntry {
  readonly id: string;
  readonly type: LimitType;
  readonly value: LimitScalar | readonly string[] | null;
  /** Values from a day on, ascending; `value` is then null. Empty where the limit is not dated. */
  readonly dated: readonly { readonly from: string; readonly value: LimitScalar }[];
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
  /** Unit of the runtime's own limits (`ms`, `px`, `hours`, `bytes`, `count`), else null. */
  readonly unit: string | null;
  /** True where the entry is the runtime's own constant. */
  readonly runtime: boolean;
  /** True where the specification overrides the runtime's default. */
  readonly overridden: boolean;
}
