import type { Entity } from '../ir/entity.ts';
import type { Expression } from '../ir/expression.ts';
import type { Model } from '../ir/model.ts';
import type { Transition } from '../ir/lifecycle.ts';
import { cyclesOf } from '../writing/cycles.ts';

/** A step that waits for approvals. */
interface ApprovalStep {
  /** What holds the state: `state`, or the field of a further life cycle. */
  readonly field: string;
  readonly step: Transition;
  /** Holds for whoever may approve it. */
  readonly press: Expression;
}

/** The steps of an entity that wait for approvals, in all of its life cycles. */
export function approvalSteps(entity: Entity): readonly ApprovalStep[] {
  return cyclesOf(entity).flatMap(({ field, lifecycle }) =>
    Object.values(lifecycle.transitions).flatMap((step) =>
      step.approvals === null ? [] : [{ field, step, press: step.approvals.press }],
    ),
  );
}

/** Whether approvals are asked for anywhere in a model. */
export function hasApprovals(model: Pick<Model, 'entities'>): boolean {
  return Object.values(model.entities).some((entity) => approvalSteps(entity).length > 0);
}
