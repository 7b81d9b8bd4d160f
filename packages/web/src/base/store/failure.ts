import type { ErrorId, ProblemAnswer } from '@ninefold/model';

/** Why a call did not succeed. */
export interface Failure {
  /** HTTP status; 0 where no answer came. */
  readonly status: number;
  /** The catalogue id; `offline`, `no_answer`, `answer_lost` or `outcome_unknown` where the server said nothing, `fault` where it said nothing readable. */
  readonly code: ErrorId;
  readonly problem: ProblemAnswer | null;
}

type Loose = Readonly<Record<string, unknown>>;

function isObject(data: unknown): data is Loose {
  return typeof data === 'object' && data !== null && !Array.isArray(data);
}

/** The problem that an answer names, with every member that screens read; null where it names no code. A proxy may have written it. */
function problemOf(data: unknown): ProblemAnswer | null {
  if (!isObject(data) || typeof data['code'] !== 'string') return null;
  const { warnings: sent, ...others } = data;
  const warnings = problemsIn(sent);
  return {
    ...others,
    code: data['code'],
    params: isObject(data['params']) ? data['params'] : {},
    errors: problemsIn(data['errors']),
    ...(warnings.length > 0 ? { warnings } : {}),
  } as unknown as ProblemAnswer; // the members that this does not give are shown only where they are there
}

function problemsIn(list: unknown): ProblemAnswer['errors'] {
  const named = (Array.isArray(list) ? list : []).filter((each) => isObject(each) && typeof each['code'] === 'string');
  return named.map((each: Loose) => ({
    ...each,
    path: typeof each['path'] === 'string' ? each['path'] : '',
    params: isObject(each['params']) ? each['params'] : {},
  })) as unknown as ProblemAnswer['errors']; // each has a code, a path and parameters now
}

/** A failed answer as `Failure`; `status` 0 and `data` undefined for a call without an answer. */
export function failureOf(status: number, data: unknown, online: boolean): Failure {
  const problem = problemOf(data);
  if (problem !== null) return { status, code: problem.code, problem };
  if (status === 0) return { status, code: online ? 'no_answer' : 'offline', problem: null };
  return { status, code: 'fault', problem: null };
}

/** What a rejected mutation or a query's `error` holds; anything else becomes `fault`. */
export function toFailure(error: unknown): Failure {
  if (typeof error === 'object' && error !== null && 'status' in error && 'code' in error) return error as Failure; // what `failureOf` made
  return { status: 0, code: 'fault', problem: null };
}

const BUSY = new Set([408, 425, 429]);
const OF_THE_SESSION = new Set([401, 403]);

/** Whether the same call may succeed later as it is: no answer came, the server failed, or it was busy. A refusal of what was sent stays a refusal. */
export function mayPass({ status }: Pick<Failure, 'status'>): boolean {
  return status === 0 || status >= 500 || BUSY.has(status);
}

/** Whether the server has refused what was sent, so that it is not done; not for whom it was sent, nor for now. */
export function isRefusal({ status }: Pick<Failure, 'status'>): boolean {
  return status >= 400 && status < 500 && !BUSY.has(status) && !OF_THE_SESSION.has(status);
}
