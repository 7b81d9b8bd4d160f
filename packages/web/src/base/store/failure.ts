import type { ErrorId, ProblemAnswer } from '@ninefold/model';

/** Why a call did not succeed. */
export interface Failure {
  /** HTTP status; 0 where no answer came. */
  readonly status: number;
  /** The catalogue id; `offline` or `no_answer` where the server said nothing, `fault` where it said nothing readable. */
  readonly code: ErrorId;
  readonly problem: ProblemAnswer | null;
}

function isProblem(data: unknown): data is ProblemAnswer {
  return typeof data === 'object' && data !== null && 'code' in data && typeof data.code === 'string';
}

/** A failed answer as `Failure`; `status` 0 and `data` undefined for a call without an answer. */
export function failureOf(status: number, data: unknown, online: boolean): Failure {
  if (isProblem(data)) return { status, code: data.code, problem: data };
  if (status === 0) return { status, code: online ? 'no_answer' : 'offline', problem: null };
  return { status, code: 'fault', problem: null };
}

/** What a rejected mutation or a query's `error` holds; anything else becomes `fault`. */
export function toFailure(error: unknown): Failure {
  if (typeof error === 'object' && error !== null && 'status' in error && 'code' in error) return error as Failure; // what `failureOf` made
  return { status: 0, code: 'fault', problem: null };
}
