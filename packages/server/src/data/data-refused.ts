/** One thing in a data file that cannot be loaded. `code` is of the error catalogue. */
export interface DataProblem {
  readonly file: string;
  /** 1-based, without the header. */
  readonly row: number;
  readonly field: string;
  readonly code: string;
  readonly value: string;
}

const SHOWN = 20;

/** Data files that do not fit the specification; nothing of them was loaded. */
export class DataRefused extends Error {
  readonly problems: readonly DataProblem[];

  constructor(problems: readonly DataProblem[]) {
    const lines = problems
      .slice(0, SHOWN)
      .map(({ file, row, field, code, value }) => `${file} row ${row}, ${field}: ${code} ${value}`.trimEnd());
    const more = problems.length > SHOWN ? [`and ${problems.length - SHOWN} more`] : [];
    super(['the data files do not fit the specification:', ...lines, ...more].join('\n'));
    this.name = 'DataRefused';
    this.problems = problems;
  }
}
