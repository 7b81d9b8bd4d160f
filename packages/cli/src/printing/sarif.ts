import { checkTexts, CHECK_SEVERITIES, issueHelp, issueMessage, referenceOf, type Issue } from '@ninefold/spec';
import type { Log, ReportingDescriptor, Result, Run } from 'sarif';
import type { Call } from '../arguments/command.ts';
import type { Checked } from './checked.ts';
import { ownVersion } from '../version/own-version.ts';

const LEVELS: Readonly<Record<Issue['severity'], Result.level>> = {
  error: 'error',
  warning: 'warning',
  notice: 'note',
};

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/** SARIF 2.1.0, one run. Paths are relative to the folder of the specification. */
export function sarifText({ issues }: Checked, { language }: Call): string {
  const ids = [...new Set(issues.map(({ id }) => id))].sort();
  const run: Run = {
    tool: {
      driver: {
        name: 'ninefold',
        semanticVersion: ownVersion(),
        language,
        rules: ids.map((id) => ruleOf(id, language)),
      },
    },
    columnKind: 'utf16CodeUnits',
    originalUriBaseIds: { SPECIFICATION: { description: { text: 'the folder of the specification' } } },
    results: issues.map((issue) => resultOf(issue, ids.indexOf(issue.id), language)),
  };
  const log: Log = { $schema: SCHEMA, version: '2.1.0', runs: [run] };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function ruleOf(id: string, language: string): ReportingDescriptor {
  const { message, help } = checkTexts(id, language);
  return {
    id,
    shortDescription: { text: message },
    help: { text: help, markdown: `${help}\n\n[${id}](${referenceOf(id)})` },
    defaultConfiguration: { level: LEVELS[CHECK_SEVERITIES[id] ?? 'error'] },
  };
}

function resultOf(issue: Issue, ruleIndex: number, language: string): Result {
  const { id, severity, file, line, column, length, sourceLine } = issue;
  const help = issueHelp(issue, language);
  const region = { startLine: line, startColumn: column, endLine: line, endColumn: column + length };
  return {
    ruleId: id,
    ruleIndex,
    level: LEVELS[severity],
    message: { text: `${issueMessage(issue, language)}${help === '' ? '' : ` ${help}`}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: file.split('/').map(encodeURIComponent).join('/'), uriBaseId: 'SPECIFICATION' },
          region: { ...region, snippet: { text: sourceLine } },
        },
      },
    ],
  };
}
