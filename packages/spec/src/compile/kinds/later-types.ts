import type { FieldType, Type } from '@ninefold/model';

interface LaterType {
  /** The type as which the running version compiles it. */
  readonly as: FieldType;
  /** What it is in an expression. */
  readonly type: (at: { readonly entity: string; readonly id: string }) => Type;
  readonly keys: readonly string[];
}

/** Types of the language that the running version does not have: typed and checked, and refused by name. */
export const LATER_TYPES: Readonly<Record<string, LaterType>> = {};
