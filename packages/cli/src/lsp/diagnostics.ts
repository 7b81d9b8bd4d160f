import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { besideProgram } from '../program/beside-program.ts';
import { compile, issueHelp, issueMessage, referenceOf, type Issue } from '@ninefold/spec';
import {
  CodeActionKind,
  DiagnosticSeverity,
  type CodeAction,
  type CodeActionParams,
  type Connection,
  type Diagnostic,
} from 'vscode-languageserver';
import { addressOf, type Workspace } from './workspace.ts';

/** Typing that goes on is not judged. */
const PAUSE_MS = 120;

const SEVERITIES: Readonly<Record<Issue['severity'], DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  notice: DiagnosticSeverity.Information,
};

/** Judges a specification again after its documents have changed, once for changes that follow each other. */
export function createDiagnostics(
  connection: Connection,
  workspace: Workspace,
  language: () => string,
): (root: string) => void {
  const shown = new Map<string, ReadonlySet<string>>();
  const timers = new Map<string, NodeJS.Timeout>();
  const judge = async (root: string): Promise<void> => {
    const { issues } = compile(await workspace.files(root));
    const byFile = Map.groupBy(issues, ({ file }) => addressOf(root, file));
    for (const uri of shown.get(root) ?? [])
      if (!byFile.has(uri)) await connection.sendDiagnostics({ uri, diagnostics: [] });
    for (const [uri, list] of byFile)
      await connection.sendDiagnostics({ uri, diagnostics: list.map((issue) => diagnosticOf(issue, language())) });
    shown.set(root, new Set(byFile.keys()));
  };
  return (root) => {
    clearTimeout(timers.get(root));
    timers.set(
      root,
      setTimeout(() => void judge(root), PAUSE_MS),
    );
  };
}

function diagnosticOf(issue: Issue, language: string): Diagnostic {
  const { id, severity, line, column, length, params } = issue;
  const help = issueHelp(issue, language);
  const href = referenceAddress(id);
  return {
    range: {
      start: { line: line - 1, character: column - 1 },
      end: { line: line - 1, character: column - 1 + length },
    },
    severity: SEVERITIES[severity],
    source: 'ninefold',
    code: id,
    ...(href === null ? {} : { codeDescription: { href } }),
    message: `${issueMessage(issue, language)}${help === '' ? '' : `\n${help}`}`,
    data: { nearest: params['nearest'] ?? '', name: params['name'] ?? '' },
  };
}

/** The page of the reference, where it lies beside this package. */
function referenceAddress(id: string): string | null {
  const url = new URL(`../${referenceOf(id)}`, besideProgram('docs'));
  return existsSync(fileURLToPath(new URL(url.pathname, url))) ? url.href : null;
}

/** Offers the word that is nearest to a mistyped one. */
export function nearestWords(params: CodeActionParams, title: (word: string) => string): CodeAction[] {
  return params.context.diagnostics.flatMap((diagnostic) => {
    const { nearest = '', name = '' }: { readonly nearest?: string; readonly name?: string } = diagnostic.data ?? {};
    if (nearest === '' || name === '') return [];
    const end = { ...diagnostic.range.end, character: diagnostic.range.start.character + name.length };
    const edit = { range: { ...diagnostic.range, end }, newText: nearest };
    return [
      {
        title: title(nearest),
        kind: CodeActionKind.QuickFix,
        isPreferred: true,
        diagnostics: [diagnostic],
        edit: { changes: { [params.textDocument.uri]: [edit] } },
      },
    ];
  });
}
