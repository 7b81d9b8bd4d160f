/** What an option says at a glance; it decides the colour. */
export type OptionTone = (typeof OPTION_TONES)[number];
/** The sign that stands before the word of an option. */
export type OptionGlyph = (typeof OPTION_GLYPHS)[number];

/** How an option is marked beside its word, which is always shown. */
export interface OptionMark {
  readonly tone: OptionTone;
  readonly glyph: OptionGlyph;
}

/** The values that a choice may have, and how they are marked. */
export interface Options {
  /** Their ids, in their order. */
  readonly options: readonly string[];
  /** By id, those that declare a tone or a glyph; absent where none does. */
  readonly marks?: Readonly<Record<string, OptionMark>>;
}

/** The tones that a specification may name. */
export const OPTION_TONES = ['none', 'info', 'good', 'warn', 'danger'] as const;
/** The glyphs that a specification may name. */
export const OPTION_GLYPHS = [
  'dot',
  'top',
  'up',
  'level',
  'down',
  'bottom',
  'alert',
  'check',
  'cross',
  'clock',
  'flag',
  'lock',
  'star',
] as const;
