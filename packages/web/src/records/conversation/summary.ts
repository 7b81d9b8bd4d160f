import type { Problem } from '@ninefold/model';
import type { SummaryItem } from '../../kit/messages/error-summary.tsx';

/** What is wrong with a comment, as the list above its text says it. */
export function summaryOf(
  problems: readonly Problem[],
  targetId: string,
  text: (problem: Pick<Problem, 'code' | 'params'>) => string,
): readonly SummaryItem[] {
  return problems.map(({ path, code, params }) => ({
    ...{ path, code, text: text({ code, params }) },
    targetId: path.startsWith('files') ? filesId(targetId) : targetId,
  }));
}

/** The DOM id of the button that adds files to the comment whose text has this id. */
export function filesId(textId: string): string {
  return `${textId}-files`;
}
