import type { LimitType } from '@ninefold/model';

/** Keys that limits of some types have and others not. */
export type LimitKey = 'format' | 'options' | 'scale' | 'to' | 'values' | 'min' | 'max';

/** How a limit of one type is written. */
interface LimitDefinition {
  /** Typed and checked, and refused by name: the running version does not have it. */
  readonly later: boolean;
  /** The keys that it has beside those of every limit. */
  readonly keys: readonly LimitKey[];
}

const DATED = ['values'] as const;
const BOUNDED = [...DATED, 'min', 'max'] as const;

const runs: LimitDefinition = { later: false, keys: BOUNDED };

/** The types that a limit may have. */
export const LIMITS: Readonly<Record<LimitType, LimitDefinition>> = {
  string: { ...runs, keys: [...BOUNDED, 'format'] },
  text: runs,
  integer: runs,
  number: { ...runs, keys: [...BOUNDED, 'scale'] },
  money: runs,
  percent: { ...runs, keys: [...BOUNDED, 'scale'] },
  boolean: runs,
  date: runs,
  dates: { later: false, keys: DATED },
  datetime: runs,
  reference: { ...runs, keys: [...DATED, 'to'] },
  duration: runs,
  time: runs,
  choice: { ...runs, keys: [...DATED, 'options'] },
};

/** The keys that a limit of no other type has. */
export function isOfOtherLimits(key: string, type: LimitType): boolean {
  const own: readonly string[] = LIMITS[type].keys;
  return !own.includes(key) && Object.values(LIMITS).some(({ keys }) => keys.some((one) => one === key));
}

export const ALL_LIMIT_TYPES = Object.keys(LIMITS) as readonly LimitType[]; // the keys of the table

/** Those that run. */
export const LIMIT_TYPES: readonly LimitType[] = ALL_LIMIT_TYPES.filter((type) => !LIMITS[type].later);

/** Those that do not run yet. */
export const LATER_LIMIT_TYPES: readonly LimitType[] = ALL_LIMIT_TYPES.filter((type) => LIMITS[type].later);
