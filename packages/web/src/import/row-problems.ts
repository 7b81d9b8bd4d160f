import type { BulkAnswer, Problem } from '@ninefold/model';

/** One thing that is wrong with one row of a file. */
export interface RowProblem extends Problem {
  /** As a table shows it: the header is row 1. */
  readonly row: number;
}

/** Every problem of an answer, in the order of the rows; warnings count, since nobody confirms them row by row. */
export function rowProblems({ results }: BulkAnswer): readonly RowProblem[] {
  return results.flatMap(({ problem }, index) => {
    if (problem === null) return [];
    const { errors, warnings = [], code, params } = problem;
    const parts = [...errors, ...warnings];
    return (parts.length > 0 ? parts : [{ path: '', code, params }]).map((each) => ({ ...each, row: index + 2 }));
  });
}
