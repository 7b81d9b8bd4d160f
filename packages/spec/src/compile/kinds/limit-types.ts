import type { LimitType } from '@ninefold/model';

/** How a limit of one type is written. */
interface LimitDefinition {
  /** Typed and checked, and refused by name: the running version does not have it. */
  readonly later: boolean;
  /** Whether `to` says of which entity it names a record. */
  readonly names: boolean;
  /** Whether it takes a `format`, as a `string` does. */
  readonly formats: boolean;
}

const runs: LimitDefinition = { later: false, names: false, formats: false };
const later: LimitDefinition = { ...runs, later: true };

/** The types that a limit may have. */
export const LIMITS: Readonly<Record<LimitType, LimitDefinition>> = {
  string: { ...runs, formats: true },
  text: runs,
  integer: runs,
  number: runs,
  money: runs,
  percent: runs,
  boolean: runs,
  date: runs,
  datetime: runs,
  reference: { ...later, names: true },
  duration: runs,
  time: runs,
  choice: later,
};

export const ALL_LIMIT_TYPES = Object.keys(LIMITS) as readonly LimitType[]; // the keys of the table

/** Those that run. */
export const LIMIT_TYPES: readonly LimitType[] = ALL_LIMIT_TYPES.filter((type) => !LIMITS[type].later);

/** Those that do not run yet. */
export const LATER_LIMIT_TYPES: readonly LimitType[] = ALL_LIMIT_TYPES.filter((type) => LIMITS[type].later);
