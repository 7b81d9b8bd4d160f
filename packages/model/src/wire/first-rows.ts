import type { ListAnswer, ModelAnswer } from './answers.ts';

/** What the rows of a list are drawn from before the application has come. */
export interface FirstRows {
  /** The part of the model that the reader may see, the reader, and their lists. */
  readonly answer: ModelAnswer;
  /** The name of the application. */
  readonly name: string;
  /** The address of the page. */
  readonly place: Readonly<Record<'pathname' | 'search', string>>;
  /** The address that the page asks for its rows. */
  readonly asked: string;
  /** What that answers, in the form of calls. Null: it takes too long. */
  readonly read: () => Promise<ListAnswer | null>;
  /** The language of the reader, and those of their browser, most wanted first. */
  readonly language: string;
  readonly preferred: readonly string[];
  /** The texts of the application in a language; null where it has none. */
  readonly texts: (language: string) => Readonly<Record<string, unknown>> | null;
  /** RFC 3339 UTC. */
  readonly now: string;
}

/** Draws such rows as HTML with all that stands around them. Null: the application draws the page alone. */
export type DrawFirstRows = (rows: FirstRows) => Promise<string | null>;
