import { definitionsAt, hoverAt, referencesAt, renameAt } from '@ninefold/spec';
import {
  MarkupKind,
  ResponseError,
  TextDocuments,
  TextDocumentSyncKind,
  type TextEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver';
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { ownVersion } from '../program/beside-program.ts';
import { textsIn } from '../texts/texts.ts';
import { completionsAt } from './completions.ts';
import { createDiagnostics, nearestWords } from './diagnostics.ts';
import { locationOf, rangeOf } from './places.ts';
import { addressOf, createWorkspace, type Located } from './workspace.ts';

const REQUEST_FAILED = -32803;

interface Asked {
  readonly textDocument: { readonly uri: string };
  readonly position: { readonly line: number; readonly character: number };
}

/** Speaks the Language Server Protocol over standard input and output until the editor ends it. */
export function serve(terminal: string): Promise<number> {
  const connection = createConnection(ProposedFeatures.all, process.stdin, process.stdout);
  const documents = new TextDocuments(TextDocument);
  const workspace = createWorkspace(() => documents.all());
  let language = terminal;
  const judge = createDiagnostics(connection, workspace, () => language);

  connection.onInitialize(({ locale }) => {
    if (locale !== undefined) language = locale.startsWith('ja') ? 'ja' : 'en';
    return {
      serverInfo: { name: 'ninefold', version: ownVersion() },
      capabilities: {
        textDocumentSync: TextDocumentSyncKind.Incremental,
        completionProvider: { triggerCharacters: ['.', ' ', '"', '[', ','] },
        hoverProvider: true,
        definitionProvider: true,
        referencesProvider: true,
        renameProvider: true,
        codeActionProvider: true,
      },
    };
  });
  const changed = (uri: string): void => {
    if (uri.startsWith('file:')) judge(workspace.rootOf(uri));
  };
  documents.onDidChangeContent(({ document }) => changed(document.uri));
  documents.onDidSave(({ document }) => {
    workspace.forget();
    changed(document.uri);
  });
  connection.onDidChangeWatchedFiles(({ changes }) => {
    workspace.forget();
    for (const { uri } of changes) changed(uri);
  });
  const locate = async ({ textDocument, position }: Asked): Promise<Located | null> => {
    const document = documents.get(textDocument.uri);
    return document && textDocument.uri.startsWith('file:') ? workspace.locate(document, position) : null;
  };
  connection.onCompletion(async (asked) => {
    const at = await locate(asked);
    return at ? completionsAt(at, asked.position, language) : [];
  });
  connection.onHover(async (asked) => {
    const at = await locate(asked);
    const hover = at && hoverAt(at.files, at.cursor, language);
    return hover ? { contents: { kind: MarkupKind.Markdown, value: hover.text }, range: rangeOf(hover.spot) } : null;
  });
  connection.onDefinition(async (asked) => {
    const at = await locate(asked);
    return at ? definitionsAt(at.files, at.cursor).map((spot) => locationOf(at.root, spot)) : [];
  });
  connection.onReferences(async (asked) => {
    const at = await locate(asked);
    return at ? referencesAt(at.files, at.cursor).map((spot) => locationOf(at.root, spot)) : [];
  });
  connection.onRenameRequest(async (asked) => {
    const at = await locate(asked);
    return at ? renamed(at, asked.newName, language) : null;
  });
  connection.onCodeAction((asked) => nearestWords(asked, (word) => textsIn(language)('lsp.replace', { word })));
  documents.listen(connection);
  return new Promise((resolve) => {
    connection.onExit(() => resolve(0));
    connection.listen();
  });
}

/** The edits in every file, then new names of files; a refusal is said in the reader's language. */
function renamed({ root, files, cursor }: Located, name: string, language: string): WorkspaceEdit {
  const renaming = renameAt(files, cursor, name);
  if (typeof renaming === 'string')
    throw new ResponseError(REQUEST_FAILED, textsIn(language)(`lsp.${renaming}`, { name }));
  const changes: Record<string, TextEdit[]> = {};
  for (const spot of renaming.spots)
    (changes[addressOf(root, spot.source.path)] ??= []).push({ range: rangeOf(spot), newText: name });
  for (const { spot, text } of renaming.former)
    (changes[addressOf(root, spot.source.path)] ??= []).push({ range: rangeOf(spot), newText: text });
  if (renaming.files.length === 0) return { changes };
  return {
    documentChanges: [
      ...Object.entries(changes).map(([uri, edits]) => ({ textDocument: { uri, version: null }, edits })),
      ...renaming.files.map(({ from, to }) => ({
        kind: 'rename' as const,
        oldUri: addressOf(root, from),
        newUri: addressOf(root, to),
      })),
    ],
  };
}
