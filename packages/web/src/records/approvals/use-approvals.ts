import {
  stateIn,
  transitionsOf,
  type ApprovalAnswer,
  type Entity,
  type RecordValue,
  type Transition,
} from '@ninefold/model';
import { useApprovalsQuery } from '../../base/calls/approval-api.ts';

const NONE: readonly ApprovalAnswer[] = [];

/** The approvals that the transitions out of the record's state need, as far as they have come. */
export function useApprovals(entity: Entity, record: RecordValue): readonly ApprovalAnswer[] {
  const isLeft = ({ id, from, approvals }: Transition): boolean =>
    approvals !== null && from.includes(stateIn(entity, record, id) ?? '');
  const skip = ![...transitionsOf(entity).values()].some(isLeft);
  const { currentData } = useApprovalsQuery({ entity: entity.id, id: record.id }, { skip });
  return currentData?.items ?? NONE;
}

/** Whether the reader's own approval of a transition still stands and waits for others: not once it is withdrawn or the record went on. */
export function useStands(entity: Entity, record: RecordValue): (transition: string) => boolean {
  const approvals = useApprovals(entity, record);
  return (transition) => approvals.some((one) => one.transition === transition && one.mine === 'withdraw');
}
