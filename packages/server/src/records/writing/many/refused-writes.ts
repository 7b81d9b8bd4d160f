import type { Problem, Refused, Wire } from '@ninefold/model';
import { Refusal } from '../../../refusal.ts';

/** Several writes of which one or more were refused, so that none was made: every reason at its place. */
export function refusedWrites(
  refused: readonly { readonly path: string; readonly problem: Refused }[],
  params: Readonly<Record<string, Wire>>,
): Refusal {
  return new Refusal('writes_refused', {
    params,
    problems: refused.flatMap(({ path, problem }) => placed(path, reasonsOf(problem))),
    warnings: refused.flatMap(({ path, problem }) => placed(path, problem.warnings)),
    more: refused.reduce((sum, { problem }) => sum + problem.more, 0),
  });
}

/** The refusal with as many of its problems as there is room for; its first error always: nobody could say else why. */
export function within(room: number, { errors, warnings, more, ...refused }: Refused): Refused {
  const told = errors.slice(0, Math.max(1, room));
  const warned = warnings.slice(0, Math.max(0, room - told.length, told.length === 0 ? 1 : 0));
  const left = errors.length + warnings.length - told.length - warned.length;
  return { ...refused, errors: told, warnings: warned, more: more + left };
}

/** What was wrong with fields, else the refusal itself. */
function reasonsOf({ code, params, errors }: Refused): readonly Problem[] {
  const isSaid = code === 'invalid' || errors.some((problem) => problem.code === code);
  return isSaid && errors.length > 0 ? errors : [{ path: '', code, params }, ...errors];
}

function placed(path: string, problems: readonly Problem[]): readonly Problem[] {
  return problems.map((problem) => ({ ...problem, path: problem.path === '' ? path : `${path}.${problem.path}` }));
}
