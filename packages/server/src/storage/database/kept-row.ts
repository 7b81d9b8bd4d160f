/** What a server knows of the row that every write reads: the fingerprint of its model, and the limits that were set while servers ran. */
export interface KeptRow {
  /** The row as it is known; null before it is. */
  known(): string | null;
  keepTo(row: string): void;
  /** What a transaction, or a look, has found in it. Other limits are known from then on. */
  found(row: unknown): 'same' | 'limits' | 'other';
  /** Is told which limits were set, now and whenever others are. */
  followLimits(listener: (held: string | null) => void): void;
}

const MARK = ' limits ';

/** The row without the limits that were set. */
export function specificationIn(row: string): string {
  return row.split(MARK)[0] ?? row;
}

/** The limits that were set, as JSON; null where none was. */
export function limitsIn(row: string): string | null {
  const at = row.indexOf(MARK);
  return at < 0 ? null : row.slice(at + MARK.length);
}

/** The row with these limits in place of those that it has. */
export function withLimitsIn(row: string, held: string | null): string {
  return held === null ? specificationIn(row) : `${specificationIn(row)}${MARK}${held}`;
}

export function createKeptRow(): KeptRow {
  let known: string | null = null;
  const listeners: ((held: string | null) => void)[] = [];
  const keepTo = (row: string): void => {
    const before = known === null ? null : limitsIn(known);
    known = row;
    if (limitsIn(row) !== before) for (const listener of listeners) listener(limitsIn(row));
  };
  return {
    known: () => known,
    keepTo,
    found: (row) => {
      if (row === known) return 'same';
      if (known === null || typeof row !== 'string' || specificationIn(row) !== specificationIn(known)) return 'other';
      keepTo(row);
      return 'limits';
    },
    followLimits: (listener) => {
      listeners.push(listener);
      listener(known === null ? null : limitsIn(known));
    },
  };
}
