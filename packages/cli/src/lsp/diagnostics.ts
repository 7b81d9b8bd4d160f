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
  const { id, severity, line, column, length, params, sourceLine } = issue;
  const name = params['name'] ?? '';
  const at = sourceLine.slice(column - 1, column - 1 + length).indexOf(name);
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
    data: { nearest: at === -1 ? '' : (params['nearest'] ?? ''), name, at },
  };
}

/** The page of the reference, where it lies beside this package. */
function referenceAddress(id: string): string | null {
  const url = new URL(`../${referenceOf(id)}`, besideProgram('docs'));
  return existsSync(fileURLToPath(new URL(url.pathname, url))) ? url.href : null;
}

/** The word that is meant, and what it stands for: its text, and where in the marked one it begins. */
interface Meant {
  readonly nearest: string;
  readonly name: string;
  readonly at: number;
}

/** Offers the word that is nearest to a mistyped one. */
export function nearestWords(params: CodeActionParams, title: (word: string) => string): CodeAction[] {
  return params.context.diagnostics.flatMap((diagnostic) => {
    const { nearest = '', name = '', at = 0 }: Partial<Meant> = diagnostic.data ?? {};
    if (nearest === '' || name === '') return [];
    const { line, character } = diagnostic.range.start;
    const range = {
      start: { line, character: character + at },
      end: { line, character: character + at + name.length },
    };
    const edit = { range, newText: nearest };
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
