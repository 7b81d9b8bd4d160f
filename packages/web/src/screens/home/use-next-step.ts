import { judgeTransitions, type Entity, type RecordValue, type Transition, transitionsOf } from '@ninefold/model';
import { useMe, useRights, useScope } from '../../base/model/use-model.ts';
import { shownTransitions } from '../../records/lifecycle/primary.ts';
import { useApprovalSteps } from './use-approval-steps.ts';

/**
 * The step that a record which waits for the reader offers them: the approval that they are asked for, else what its page has as the
 * primary button, as far as that can be told without asking. Null: none.
 */
export function useNextStep(
  entity: Entity,
  sort: readonly string[],
  rows: number,
): (record: RecordValue) => Transition | null {
  const me = useMe();
  const rights = useRights();
  const scope = useScope();
  const approvalOf = useApprovalSteps(entity, sort, rows);
  const isApproval = ({ id }: { readonly id: string }): boolean => transitionsOf(entity).get(id)?.approvals != null;
  return (record) => {
    const asked = approvalOf(record);
    if (asked !== null) return transitionsOf(entity).get(asked) ?? null;
    const verdicts = judgeTransitions({ entity, record, rights, scope }).filter((each) => !isApproval(each));
    return shownTransitions(entity, record, verdicts, me.id).find(({ primary }) => primary)?.transition ?? null;
  };
}
