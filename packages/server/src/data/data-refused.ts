/** One thing in a data file that cannot be loaded. `code` is of the error catalogue. */
export interface DataProblem {
  readonly file: string;
  /** 1-based, without the header. */
  readonly row: number;
  readonly field: string;
  readonly code: string;
  readonly value: string;
}

/** Data files that do not fit the specification; nothing of them was loaded. */
export class DataRefused extends Error {
  readonly problems: readonly DataProblem[];

  constructor(problems: readonly DataProblem[]) {
    super(`${String(problems.length)} values of data files do not fit the specification`);
    this.name = 'DataRefused';
    this.problems = problems;
  }
}
