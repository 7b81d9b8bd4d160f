import { validateFields, type Problem, type RecordValue, type Scope } from '@ninefold/model';
import type { Attempt } from './attempt.ts';
import type { Sent } from './body.ts';
import { shownProblems } from './shown-params.ts';

/** A write that is refused already, for what it names. */
interface Refused {
  readonly before: RecordValue | null;
  readonly record: RecordValue;
  readonly sent: Sent;
  readonly scope: Scope;
}

/** Beside names that nobody has, what else is wrong with the fields that were sent, so that nobody mends them one by one. */
export function withFurther(
  own: Attempt,
  { before, record, sent, scope }: Refused,
  problems: readonly Problem[],
): readonly Problem[] {
  if (problems.length === 0) return problems;
  const known = new Set(problems.map(fieldOf));
  const further = validateFields({ entity: own.entity, before, record, scope }).filter((problem) => {
    const field = fieldOf(problem);
    return Object.hasOwn(sent, field) && !known.has(field);
  });
  return [...problems, ...shownProblems(own, record, scope, further)];
}

function fieldOf({ path }: Problem): string {
  return path.split(/[.[]/, 1)[0] ?? '';
}
