import type { IssueAnswer } from '@ninefold/model';
import type { Issue } from '@ninefold/spec';

/** What was found, with its place and its sentences in a language. */
export async function issueAnswers(issues: readonly Issue[], language: string): Promise<readonly IssueAnswer[]> {
  if (issues.length === 0) return [];
  const { issueHelp, issueMessage } = await import('@ninefold/spec');
  return issues.map((issue) => ({
    id: issue.id,
    severity: issue.severity,
    place: `${issue.file}:${String(issue.line)}`,
    message: issueMessage(issue, language),
    help: issueHelp(issue, language),
  }));
}
