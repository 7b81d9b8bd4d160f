/** A field that a list was filtered by, and the operator: `eq`, `lt`, `has`; never a value. `where`: an expression reads it. */
export interface AskedFilter {
  readonly field: string;
  readonly op: string;
}

/** What somebody asked of a list, without the values. */
export interface AskedShape {
  readonly entity: string;
  /** Each once, in the order of their names. */
  readonly filters: readonly AskedFilter[];
  /** Fields, with `-` before them for descending. */
  readonly sort: readonly string[];
  /** Fields whose values stand for a group each. */
  readonly group: readonly string[];
  /** Fields that groups measure. */
  readonly measured: readonly string[];
  /** Whether whoever asked reads the records under a row condition. */
  readonly restricted: boolean;
}

/** The same text for the same shape. */
export function shapeKey({ entity, filters, sort, group, measured, restricted }: AskedShape): string {
  return JSON.stringify([entity, filters.map(({ field, op }) => [field, op]), sort, group, measured, restricted]);
}

type Parts = readonly [
  string,
  readonly (readonly [string, string])[],
  readonly string[],
  readonly string[],
  readonly string[],
  boolean,
];

/** The shape that `shapeKey` made a text of. */
export function shapeOf(key: string): AskedShape {
  const [entity, filters, sort, group, measured, restricted] = JSON.parse(key) as Parts; // written by `shapeKey`
  return { entity, filters: filters.map(([field, op]) => ({ field, op })), sort, group, measured, restricted };
}
