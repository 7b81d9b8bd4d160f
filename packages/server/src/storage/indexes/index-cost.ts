/** What an index costs: constants as they were measured, so that a decision needs no measurement of its own. */
export interface IndexCost {
  /** The cost of the insert of a record with its history, in the indexes that the specification asks for, is 1. */
  readonly insertShare: number;
  readonly makingMs: number;
}

interface Measured {
  /** What one more index adds to an insert, and each part of it. */
  readonly share: number;
  readonly sharePart: number;
  /** µs for each row and for each row and part. */
  readonly row: number;
  readonly rowPart: number;
}

const MEASURED: Readonly<Record<'sqlite' | 'postgres', Measured>> = {
  sqlite: { share: 0.05, sharePart: 0.002, row: 1, rowPart: 0.25 },
  postgres: { share: 0.05, sharePart: 0.002, row: 1, rowPart: 0.5 },
};

/** All indexes that follow use together add at most this to the cost of an insert. */
export const INSERT_BUDGET = 0.5;

/** About what an index of so many parts costs on a table of so many rows. */
export function costOf(engine: 'sqlite' | 'postgres', parts: number, rows: number): IndexCost {
  const { share, sharePart, row, rowPart } = MEASURED[engine];
  return { insertShare: share + parts * sharePart, makingMs: (rows * (row + parts * rowPart)) / 1000 };
}
