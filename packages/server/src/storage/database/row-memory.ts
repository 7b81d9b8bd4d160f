import type { Recalled } from '../sql/source.ts';
import type { SqlValue } from '../sql/sql-value.ts';

/**
 * Remembers rows of statements. `Rows` is the form in which the engine has them. A moment is a text that two reads of a
 * statement have in common only where they see the same of what it reads.
 */
export interface RowMemory<Rows> {
  /** What was kept of this moment; null where that is nothing. */
  recall(moment: string, key: string): Kept<Rows> | null;
  keep(moment: string, key: string, kept: Kept<Rows>): void;
}

export interface Kept<Rows> extends Pick<Recalled, 'savedMs'> {
  readonly rows: Rows;
}

/** Longer answers are not kept. */
const MOST_ROWS = 100;
/** So many statements are remembered, those that were asked last. */
const MOST_KEPT = 500;

/** `countOf`: how many rows these are. */
export function createRowMemory<Rows>(countOf: (rows: Rows) => number): RowMemory<Rows> {
  const known = new Map<string, Kept<Rows> & { readonly moment: string }>();
  return {
    recall: (moment, key) => {
      const kept = known.get(key);
      if (kept?.moment !== moment) return null;
      known.delete(key);
      known.set(key, kept);
      return kept;
    },
    keep: (moment, key, { rows, savedMs }) => {
      known.delete(key);
      if (countOf(rows) > MOST_ROWS) return;
      if (known.size >= MOST_KEPT) known.delete(known.keys().next().value ?? '');
      known.set(key, { moment, rows, savedMs });
    },
  };
}

/** The same text for the same statement with the same values. */
export function statementKey(text: string, values: readonly SqlValue[]): string {
  return JSON.stringify([text, ...values.map((value) => (value === null ? null : `${typeof value} ${String(value)}`))]);
}
