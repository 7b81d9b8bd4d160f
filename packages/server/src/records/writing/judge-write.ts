import {
  changedFields,
  fieldRights,
  judgeRules,
  validateFields,
  type Problem,
  type RecordValue,
  type Scope,
} from '@ninefold/model';
import { Refusal } from '../../refusal.ts';
import { refuseUndecided } from './undecided.ts';
import type { Attempt } from './attempt.ts';
import { overlapProblems } from './overlap.ts';
import { refuseProblems } from './problems.ts';
import { uniqueProblems } from './unique.ts';

/**
 * Fields, then rules, then what only the database can tell; warnings that nobody confirmed come last.
 * A message names no value of a field that the writer may not read.
 */
export async function judgeWrite(
  { context, entity, rights, tx }: Pick<Attempt, 'context' | 'entity' | 'rights' | 'tx'>,
  before: RecordValue | null,
  record: RecordValue,
  scope: Scope,
  confirm: readonly string[],
): Promise<void> {
  const write = { entity, before, record, scope };
  refuseProblems(context.model, validateFields(write));
  const rules = judgeRules(write);
  refuseUndecided(context.model, entity, rules.undecided);
  const readable = fieldRights(rights, entity, { ...scope, record });
  const told = (problem: Problem): Problem => ({
    ...problem,
    params: Object.fromEntries(Object.entries(problem.params).filter(([name]) => readable[name]?.read !== false)),
  });
  refuseProblems(context.model, rules.errors.map(told));
  const touched = new Set(changedFields(entity, before, record));
  refuseProblems(context.model, await uniqueProblems(tx, entity, record, touched));
  refuseProblems(context.model, await overlapProblems(tx, context.model, entity, record, scope));
  const open = rules.warnings.filter(({ code }) => !confirm.includes(code));
  if (open.length > 0) throw new Refusal('confirm_warnings', { warnings: open.map(told) });
}
