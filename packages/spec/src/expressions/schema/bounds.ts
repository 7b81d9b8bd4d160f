import { limitValues, RUNTIME_LIMITS, type Model, type Wire } from '@ninefold/model';

/** How large an expression may be. `length` counts UTF-16 code units, `cost` parts: those inside a list `LIST` times. */
export interface Bounds {
  readonly length: number;
  readonly parts: number;
  readonly depth: number;
  readonly items: number;
  /** Null for authors of specifications: only the conditions of callers have a cost limit. */
  readonly cost: number | null;
}

/** The limit that each bound is, by which a message names it. */
export const LIMIT_OF: Readonly<Record<keyof Bounds, string>> = {
  length: 'where_length',
  parts: 'where_parts',
  depth: 'where_depth',
  items: 'where_items',
  cost: 'where_cost',
};

/** How many items a list is assumed to have in the estimate of a cost. */
export const LIST = 25;

function bound(values: Readonly<Record<string, Wire>>, name: keyof Bounds): number {
  const value = values[LIMIT_OF[name]];
  return typeof value === 'number' && value > 0 ? value : Number(RUNTIME_LIMITS[LIMIT_OF[name]]?.value);
}

function boundsFrom(values: Readonly<Record<string, Wire>>): Bounds & { readonly cost: number } {
  return {
    length: bound(values, 'length'),
    parts: bound(values, 'parts'),
    depth: bound(values, 'depth'),
    items: bound(values, 'items'),
    cost: bound(values, 'cost'),
  };
}

/** The bounds for authors: the constants of the runtime, which no specification overrides. */
export const AUTHORS: Bounds = { ...boundsFrom({}), cost: null };

/** The bounds for conditions of callers in an application. */
export function callersBounds(model: Model): Bounds & { readonly cost: number } {
  return boundsFrom(limitValues(model));
}
