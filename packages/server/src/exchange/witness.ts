import type { ImportWays } from '@ninefold/model';
import type { CellContext } from './reading/cell.ts';

/** Looks at all values of a column for what one of them alone does not say: which of two ways of writing is meant. */
export interface Witness<Way, Reading> {
  /** Is shown each value of the column, as it is written. */
  see(text: string): void;
  /** The ways of which the column has proofs. */
  readonly shown: ReadonlySet<Way>;
  /** How the column is read, once all columns were seen; undefined where every value says it itself. */
  reading(otherwise: Otherwise<Way>, context: CellContext): Reading | undefined;
}

/** What decides on a column that does not show how it is written. */
export interface Otherwise<Way> {
  /** The way that the other columns of the file show; null where none does, or they show both. */
  readonly file: Way | null;
  /** The way that the call names. */
  readonly call: Way | null;
}

/**
 * How a column is written: as its own values show, else as the other columns of its file do, else as the call says, else as in
 * the language.
 */
export function decided<Way>(
  shown: ReadonlySet<Way>,
  { file, call }: Otherwise<Way>,
  language: Way,
): { readonly way: Way; readonly by: ImportWays } {
  const [first, second] = shown;
  if (first !== undefined && second === undefined) return { way: first, by: 'column' };
  if (second !== undefined) return { way: call ?? language, by: 'mixed' };
  if (file !== null) return { way: file, by: 'file' };
  return call === null ? { way: language, by: 'language' } : { way: call, by: 'call' };
}

/** The one way that columns of a file show; null where none does, or they show both. */
export function shownByFile<Way>(witnesses: readonly Pick<Witness<Way, unknown>, 'shown'>[]): Way | null {
  const [first, second] = new Set(witnesses.flatMap(({ shown }) => [...shown]));
  return first !== undefined && second === undefined ? first : null;
}
