import { posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkTexts, CHECK_SEVERITIES, issueHelp, issueMessage, referenceOf, type Issue } from '@ninefold/spec';
import type { ArtifactLocation, Log, ReportingDescriptor, Result, Run } from 'sarif';
import type { Call } from '../arguments/command.ts';
import type { Checked } from './issues.ts';
import { ownVersion } from '../program/beside-program.ts';

const LEVELS: Readonly<Record<Issue['severity'], Result.level>> = {
  error: 'error',
  warning: 'warning',
  notice: 'note',
};

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/** The name that services which take SARIF know for the root of what was checked out. */
const ROOT = '%SRCROOT%';

/** SARIF 2.1.0, one run. Paths are relative to the working directory, as the folder of the specification was given. */
export function sarifText({ issues, folder }: Checked, { language }: Call): string {
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
    originalUriBaseIds: { [ROOT]: { description: { text: 'the folder in which the check was called' } } },
    results: issues.map((issue) => resultOf(issue, { ruleIndex: ids.indexOf(issue.id), folder, language })),
  };
  const log: Log = { $schema: SCHEMA, version: '2.1.0', runs: [run] };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function ruleOf(id: string, language: string): ReportingDescriptor {
  const { message, help } = checkTexts(id, language);
  return {
    id,
    shortDescription: { text: message.replace(/\{\{[^}]*\}\}/g, '…') },
    help: { text: help, markdown: `${help}\n\n[${id}](${referenceOf(id)})` },
    defaultConfiguration: { level: LEVELS[CHECK_SEVERITIES[id] ?? 'error'] },
  };
}

interface About {
  readonly ruleIndex: number;
  readonly folder: string;
  readonly language: string;
}

function resultOf(issue: Issue, { ruleIndex, folder, language }: About): Result {
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
          artifactLocation: placeOf(folder, file),
          region: { ...region, snippet: { text: sourceLine } },
        },
      },
    ],
  };
}

function placeOf(folder: string, file: string): ArtifactLocation {
  const path = posix.join(folder.replaceAll('\\', '/'), file);
  if (posix.isAbsolute(path)) return { uri: pathToFileURL(path).href };
  return { uri: path.split('/').map(encodeURIComponent).join('/'), uriBaseId: ROOT };
}
