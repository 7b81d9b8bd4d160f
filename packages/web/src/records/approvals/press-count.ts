import type { ApprovalAnswer } from '@ninefold/model';

/** Which of the approvals that are needed the next one is. */
export interface PressCount {
  readonly count: number;
  readonly needed: number;
}

type Progress = Pick<ApprovalAnswer, 'asked' | 'awaits' | 'needed'>;

/** How many of those who are asked are approved for: by themselves, or by others in their place. */
export function approvedFor({ asked, awaits }: Pick<Progress, 'asked' | 'awaits'>): number {
  return asked - awaits.length;
}

/** Null where one approval is enough. */
export function pressCount(approval: Progress): PressCount | null {
  const { needed } = approval;
  return needed > 1 ? { count: Math.min(approvedFor(approval) + 1, needed), needed } : null;
}

/** The same of a transition while another approval is missing after the next one; null elsewhere. */
export function pressBeforeLast(approvals: readonly ApprovalAnswer[], transition: string): PressCount | null {
  const approval = approvals.find((each) => each.transition === transition);
  const press = approval === undefined ? null : pressCount(approval);
  return press !== null && press.count < press.needed ? press : null;
}
