/** Whether a code point is one of a set. */
export type PointTest = (point: number) => boolean;

/** Where in a text a position has to be. */
export type Anchor = 'start' | 'end' | 'line_start' | 'line_end' | 'word' | 'not_word';

/** The syntax tree of a pattern. */
export type Part =
  | { readonly kind: 'point'; readonly test: PointTest }
  | { readonly kind: 'at'; readonly anchor: Anchor }
  | { readonly kind: 'sequence'; readonly parts: readonly Part[] }
  | { readonly kind: 'either'; readonly parts: readonly Part[] }
  | { readonly kind: 'repeat'; readonly part: Part; readonly least: number; readonly most: number | null };

/** What keeps a text from being a pattern; `at` counts code points. */
export class PatternProblem extends Error {
  /** Null where the whole is too large. */
  readonly at: number | null;

  constructor(at: number | null) {
    super('not a pattern');
    this.at = at;
  }
}

/** `i` (any case), `m` (`^` and `$` at lines), `s` (`.` is a line end too). */
export interface Flags {
  readonly i: boolean;
  readonly m: boolean;
  readonly s: boolean;
}
