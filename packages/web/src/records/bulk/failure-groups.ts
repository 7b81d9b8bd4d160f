import type { BulkResult, WriteProblem } from '@ninefold/model';
import type { Said } from '../../base/texts/problem-text.ts';

/** Records that were not changed for the same reason. */
export interface FailureGroup {
  readonly key: string;
  /** The code of the refusal. */
  readonly code: string;
  readonly results: readonly BulkResult[];
}

/** What a bulk action did not change, by reason. */
export interface FailureGroups {
  /** Nobody could know it before: rules, conflicts, a busy server. Most records first. */
  readonly unexpected: readonly FailureGroup[];
  /** The action was not possible for these records when it was asked for, and the dialog said for how many. */
  readonly announced: readonly FailureGroup[];
}

/** Refusals that look at state and rights alone, and not at the values that are sent. */
const BEFORE_ANY_VALUE = new Set([
  'forbidden',
  'forbidden_field',
  'guard_failed',
  'locked',
  'not_your_role',
  'read_only_field',
  'wrong_state',
]);

/** What a problem says in detail: what is wrong with fields, else the refusal itself. */
export function reasonsOf(problem: WriteProblem): readonly Said[] {
  const details = [...problem.errors, ...(problem.warnings ?? [])].filter(({ code }) => code !== problem.code);
  return problem.code === 'invalid' && details.length > 0 ? details : [problem, ...details];
}

/**
 * The failed ones by reason. `said`: for how many records the dialog said that the action is not possible. Where more than
 * those are refused for their state or rights, somebody has changed some of them since, and none counts as announced.
 */
export function groupedFailures(failed: readonly BulkResult[], said: number): FailureGroups {
  const groups = [...Map.groupBy(failed, keyOf)].map(
    ([key, results]): FailureGroup => ({ key, code: results[0]?.problem?.code ?? '', results }),
  );
  const sorted = groups.toSorted((one, other) => other.results.length - one.results.length);
  const early = sorted.filter(({ code }) => BEFORE_ANY_VALUE.has(code));
  const announced = early.reduce((sum, { results }) => sum + results.length, 0) <= said ? early : [];
  return { unexpected: sorted.filter((group) => !announced.includes(group)), announced };
}

function keyOf({ problem }: BulkResult): string {
  if (problem === null) return '';
  const details = [...problem.errors, ...(problem.warnings ?? [])].map(({ code, path }) => `${code} ${path}`);
  return [problem.code, ...new Set(details)].join('|');
}
