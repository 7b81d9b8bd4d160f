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
