import { issueHelp, issueMessage, referenceOf, type Issue } from '@ninefold/spec';
import type { Call } from '../arguments/command.ts';
import type { Checked } from './checked.ts';

/** The answer of `check --format json`; `version` changes when a member changes its meaning. */
export function jsonText({ application, issues, folder }: Checked, { language }: Call): string {
  const answer = {
    version: 1,
    folder,
    language,
    runs: application !== null,
    issues: issues.map((issue) => issueJson(issue, language)),
    not_shown: application?.model.notShown ?? null,
  };
  return `${JSON.stringify(answer, null, 2)}\n`;
}

function issueJson(issue: Issue, language: string): Readonly<Record<string, unknown>> {
  const { id, severity, file, line, column, length, sourceLine, params } = issue;
  return {
    ...{ id, severity, file, line, column, length, source_line: sourceLine },
    message: issueMessage(issue, language),
    help: issueHelp(issue, language),
    nearest: params['nearest'] || null,
    reference: referenceOf(id),
  };
}
