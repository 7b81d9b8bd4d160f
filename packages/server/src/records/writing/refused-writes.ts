import type { Problem, Refused, Wire } from '@ninefold/model';
import { Refusal } from '../../refusal.ts';

const MAX_NAMED = 100;

/** Several writes of which one or more were refused, so that none was made: every reason at its place. */
export function refusedWrites(
  refused: readonly { readonly path: string; readonly problem: Refused }[],
  params: Readonly<Record<string, Wire>>,
): Refusal {
  const named = refused.slice(0, MAX_NAMED);
  return new Refusal('writes_refused', {
    params,
    problems: named.flatMap(({ path, problem }) => placed(path, reasonsOf(problem))),
    warnings: named.flatMap(({ path, problem }) => placed(path, problem.warnings)),
  });
}

/** What was wrong with fields, else the refusal itself. */
function reasonsOf({ code, params, errors }: Refused): readonly Problem[] {
  const isSaid = code === 'invalid' || errors.some((problem) => problem.code === code);
  return isSaid && errors.length > 0 ? errors : [{ path: '', code, params }, ...errors];
}

function placed(path: string, problems: readonly Problem[]): readonly Problem[] {
  return problems.map((problem) => ({ ...problem, path: problem.path === '' ? path : `${path}.${problem.path}` }));
}
