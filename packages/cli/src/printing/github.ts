import { posix } from 'node:path';
import { issueHelp, issueMessage, type Issue } from '@ninefold/spec';
import type { Call } from '../arguments/command.ts';
import { typedBy, type Checked } from './issues.ts';

/** Workflow commands: one line for each issue, shown beside the line of the change that it is about. */
export function githubText({ issues, folder }: Checked, call: Call): string {
  return issues.map((issue) => `${commandOf(issue, folder, call)}\n`).join('');
}

function commandOf(issue: Issue, folder: string, { language, command, flags }: Call): string {
  const { id, severity, line, column, length } = issue;
  const properties = {
    file: posix.join(folder.replaceAll('\\', '/'), issue.file),
    line: String(line),
    endLine: String(line),
    col: String(column),
    endColumn: String(column + length),
    title: id,
  };
  const written = Object.entries(properties).map(([name, value]) => `${name}=${property(value)}`);
  const help = issueHelp(issue, language, typedBy({ command, flags }, folder));
  return `::${severity} ${written.join(',')}::${data(`${issueMessage(issue, language)}${help === '' ? '' : `\n${help}`}`)}`;
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
