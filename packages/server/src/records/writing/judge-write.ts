import { changedFields, judgeRules, validateFields, type Problem, type RecordValue, type Scope } from '@ninefold/model';
import { Refusal } from '../../refusal.ts';
import { refuseUndecided } from './undecided.ts';
import type { Attempt } from './attempt.ts';
import { overlapProblems } from './overlap.ts';
import { refuseProblems } from './problems.ts';
import { shownParams, shownProblems } from './shown-params.ts';
import { treeProblems } from './tree-circle.ts';
import { uniqueProblems } from './unique.ts';

/**
 * Fields, then rules, then what only the database can tell; warnings that nobody confirmed come last.
 * A message names no value of a field that the writer may not read, nor does what it says of why.
 */
export async function judgeWrite(
  own: Attempt,
  before: RecordValue | null,
  record: RecordValue,
  scope: Scope,
  confirm: readonly string[],
): Promise<void> {
  const { context, entity, tx } = own;
  const write = { entity, before, record, scope };
  const refuse = (problems: readonly Problem[]): void =>
    refuseProblems(context.model, shownProblems(own, record, scope, problems));
  refuse(validateFields(write));
  const rules = judgeRules(write, own.rights);
  refuseUndecided(context.model, entity, rules.undecided);
  refuseProblems(context.model, await shownParams(own, record, scope, rules.errors));
  const touched = new Set(changedFields(entity, before, record));
  refuse(await uniqueProblems(tx, context.model, entity, record, scope, touched));
  if (entity.tree !== null && touched.has(entity.tree))
    refuseProblems(context.model, await treeProblems(tx, entity, record));
  refuse(await overlapProblems(tx, context, entity, record, scope));
  const open = rules.warnings.filter(({ code }) => !confirm.includes(code));
  if (open.length === 0) return;
  throw new Refusal('confirm_warnings', { warnings: await shownParams(own, record, scope, open) });
}
