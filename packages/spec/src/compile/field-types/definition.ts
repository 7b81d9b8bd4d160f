import type { Field, FieldOf, FieldType } from '@ninefold/model';
import type { LocatedMap } from '../../located.ts';
import type { Context } from '../reading/context.ts';
import { flagAt } from '../reading/read.ts';
import type { FieldPlace } from './field-place.ts';

/** What a type adds to the members that every field has. */
export type SpecificPart<F extends Field> = Omit<F, keyof FieldOf<'boolean'>>;

/** How one type of field is written. */
export interface FieldDefinition<F extends Field> {
  /** Keys beside those that every field has. */
  readonly keys: readonly string[];
  /** What the type adds to a field; null where the field cannot be built (then reported). */
  readonly build: (ctx: Context, map: LocatedMap, place: FieldPlace) => SpecificPart<F> | null;
  /** Whether it may stand in objects, in lines, and in the form of a transition. */
  readonly within: { readonly part: boolean; readonly line: boolean; readonly input: boolean };
  /** The key without whose value the type is not determined. */
  readonly needs: string | null;
  /** Whether its values stand in YAML without quotes. */
  readonly bare: boolean;
  /** What a field of this type may be asked to be. */
  readonly may: Readonly<Record<May, boolean>>;
}

/** Whether a field may be unique, indexed, searched, the key or part of the title. */
export type May = 'unique' | 'index' | 'search' | 'key' | 'title';

/** A type with one plain value: the base of what types declare. */
export const PLAIN_DEFINITION = {
  keys: [],
  within: { part: true, line: true, input: true },
  needs: null,
  bare: false,
  may: { unique: true, index: true, search: false, key: false, title: true },
} as const;

/** For lists, whose values are stored in rows of their own: nothing of it is allowed. */
export const NOTHING: Readonly<Record<May, boolean>> = {
  unique: false,
  index: false,
  search: false,
  key: false,
  title: false,
};

/** What all numbers add. */
export function numeric(ctx: Context, map: LocatedMap): { readonly triangle: boolean } {
  return { triangle: flagAt(ctx, map, 'triangle') };
}

/** What dates and moments add. */
export function moment(ctx: Context, map: LocatedMap): { readonly era: boolean } {
  return { era: flagAt(ctx, map, 'era') };
}

/** The definitions of all types. */
export type FieldDefinitions = { readonly [T in FieldType]: FieldDefinition<FieldOf<T>> };
