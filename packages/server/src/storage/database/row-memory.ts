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
const MOST_ROWS = 2000;
/** So many statements are remembered, those that were asked last, and so many of their rows. */
const MOST_KEPT = 500;
const MOST_KEPT_ROWS = 20_000;

/** `countOf`: how many rows these are. */
export function createRowMemory<Rows>(countOf: (rows: Rows) => number): RowMemory<Rows> {
  const known = new Map<string, Kept<Rows> & { readonly moment: string }>();
  let rowsKept = 0;
  const drop = (key: string): void => {
    const kept = known.get(key);
    if (kept === undefined) return;
    rowsKept -= countOf(kept.rows);
    known.delete(key);
  };
  return {
    recall: (moment, key) => {
      const kept = known.get(key);
      if (kept?.moment !== moment) return null;
      known.delete(key);
      known.set(key, kept);
      return kept;
    },
    keep: (moment, key, { rows, savedMs }) => {
      drop(key);
      const count = countOf(rows);
      if (count > MOST_ROWS) return;
      known.set(key, { moment, rows, savedMs });
      rowsKept += count;
      for (const [oldest] of known) {
        if (known.size <= MOST_KEPT && rowsKept <= MOST_KEPT_ROWS) break;
        drop(oldest);
      }
    },
  };
}

/** The same text for the same statement with the same values. No statement has the character that parts it from them. */
export function statementKey(text: string, values: readonly SqlValue[]): string {
  return `${text}\0${JSON.stringify(values.map((value) => (value === null ? null : `${typeof value} ${String(value)}`)))}`;
}
