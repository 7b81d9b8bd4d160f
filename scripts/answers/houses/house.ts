/**
 * What a field takes: `integer`, `choice:low|normal`, `reference:team`, `references:user`; for lines the fields in
 * them, for an object its parts. A type with `=` is only sent to be refused, such as `=money`.
 */
export type Holds = string | { readonly lines: Parts } | { readonly parts: Parts };

type Parts = Readonly<Record<string, string>>;

/** What is needed to make calls on one entity. */
export interface Words {
  readonly fields: Readonly<Record<string, Holds>>;
  /** Filled in by every creation that is meant to succeed. */
  readonly needed: readonly string[];
  /** Transitions with what their forms take. */
  readonly transitions: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly key: string | null;
  /** Conditions for `where=`. */
  readonly where: readonly string[];
  readonly expand: readonly string[];
  readonly searches: readonly string[];
  /** The rule ids that a writer may confirm. */
  readonly warnings: readonly string[];
}

/** An application whose answers are compared. */
export interface House {
  readonly name: string;
  readonly folder: string;
  /** Persons by what they are called here. */
  readonly people: Readonly<Record<string, string>>;
  /** Those who write most, and see most. */
  readonly chief: string;
  /** The person who manages users and keys. */
  readonly keeper: string;
  /** Role that the keeper gives to keys. */
  readonly role: string;
  readonly states: readonly string[];
  readonly entities: Readonly<Record<string, Words>>;
}

/** An entity without known records. */
export const NONE: Words = {
  fields: {},
  needed: [],
  transitions: {},
  key: null,
  where: [],
  expand: [],
  searches: [],
  warnings: [],
};
