/**
 * What a server knows of the row that every write reads: the fingerprint of its model, the limits that were set while servers ran, and
 * what stands for the conditions of which programs want to be told when a write turns them.
 */
export interface KeptRow {
  /** The row as it is known; null before it is. */
  known(): string | null;
  keepTo(row: string): void;
  /** What a transaction, or a look, has found in it. Other limits and conditions are known from then on. */
  found(row: unknown): 'same' | 'set' | 'other';
  /** Is told which limits were set, now and whenever others are. */
  followLimits(listener: (held: string | null) => void): void;
  /** See `Database.watched`. */
  watched(): string | null;
}

const WATCHED = ' watched ';
const MARK = ' limits ';

/** The row without all that was set while servers ran. */
export function specificationIn(row: string): string {
  return withoutLimits(row).split(WATCHED)[0] ?? row;
}

function withoutLimits(row: string): string {
  return row.split(MARK)[0] ?? row;
}

/** The row with another fingerprint; what was set stays. */
export function withSpecificationIn(row: string, fingerprint: string): string {
  return fingerprint + row.slice(specificationIn(row).length);
}

/** The mark of the conditions that are watched; null where none is. */
export function watchedIn(row: string): string | null {
  return withoutLimits(row).split(WATCHED)[1] ?? null;
}

/** The row with this mark, which has no blank, in place of the one that it has. */
export function withWatchedIn(row: string, mark: string | null): string {
  return withLimitsIn(specificationIn(row) + (mark === null ? '' : WATCHED + mark), limitsIn(row));
}

/** The limits that were set, as JSON; null where none was. */
export function limitsIn(row: string): string | null {
  const at = row.indexOf(MARK);
  return at < 0 ? null : row.slice(at + MARK.length);
}

/** The row with these limits in place of those that it has. */
export function withLimitsIn(row: string, held: string | null): string {
  return held === null ? withoutLimits(row) : `${withoutLimits(row)}${MARK}${held}`;
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
      return 'set';
    },
    watched: () => (known === null ? null : watchedIn(known)),
    followLimits: (listener) => {
      listeners.push(listener);
      listener(known === null ? null : limitsIn(known));
    },
  };
}
