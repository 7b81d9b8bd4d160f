import {
  issueHelp,
  issueMessage,
  adviceText,
  reasonText,
  referenceOf,
  verdictClaim,
  type Issue,
  type Verdict,
} from '@ninefold/spec';
import type { Call } from '../arguments/command.ts';
import { costsJson } from './costs.ts';
import { typedBy, type Checked } from './issues.ts';

/** The answer of `check --format json`; `version` changes when a member changes its meaning. */
export function jsonText(
  { application, issues, verdicts, folder, costs, missingSecrets }: Checked,
  call: Call,
): string {
  const { language } = call;
  const answer = {
    version: 1,
    folder,
    language,
    runs: application !== null,
    issues: issues.map((issue) => issueJson(issue, folder, call)),
    reasoning: verdicts.map((verdict) => verdictJson(verdict, language)),
    not_shown: application?.model.notShown ?? null,
    missing_secrets: missingSecrets,
    costs: costs === null ? null : costsJson(costs),
  };
  return `${JSON.stringify(answer, null, 2)}\n`;
}

function verdictJson(verdict: Verdict, language: string): Readonly<Record<string, unknown>> {
  const { id, file, line, column, example, reason, told } = verdict;
  return {
    ...{ id, verdict: verdict.verdict, file, line, column },
    claim: verdictClaim(verdict, language),
    example: example === '' ? null : example,
    reason:
      reason === null ? null : { ...reason, text: reasonText(reason, language), advice: adviceText(reason, language) },
    told,
  };
}

function issueJson(
  issue: Issue,
  folder: string,
  { language, command, flags }: Call,
): Readonly<Record<string, unknown>> {
  const { id, severity, file, line, column, length, sourceLine, params } = issue;
  return {
    ...{ id, severity, file, line, column, length, source_line: sourceLine },
    message: issueMessage(issue, language),
    help: issueHelp(issue, language, typedBy({ command, flags }, folder)),
    nearest: params['nearest'] || null,
    keys: params['keys']?.split('\n') ?? null,
    reference: referenceOf(id),
  };
}
