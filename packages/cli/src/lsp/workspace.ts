import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { readFolder } from '@ninefold/server/specification';
import type { Cursor, SourceFile } from '@ninefold/spec';
import type { Position } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';

/** A place of a document in its specification. */
export interface Located {
  readonly root: string;
  readonly files: readonly SourceFile[];
  readonly cursor: Cursor;
}

/** The specifications that an editor has open: what lies on the disk, under what is typed. */
export interface Workspace {
  /** The folder of the specification that a document belongs to. */
  rootOf(uri: string): string;
  files(root: string): Promise<readonly SourceFile[]>;
  locate(document: TextDocument, position: Position): Promise<Located>;
  /** Files on the disk have changed. */
  forget(): void;
}

export function createWorkspace(open: () => readonly TextDocument[]): Workspace {
  const read = new Map<string, Promise<readonly SourceFile[]>>();
  const rootOf = (uri: string): string => {
    const own = dirname(fileURLToPath(uri));
    for (let folder = own; ; folder = dirname(folder)) {
      if (existsSync(join(folder, 'app.yaml'))) return folder;
      if (folder === dirname(folder)) return own;
    }
  };
  const files = async (root: string): Promise<readonly SourceFile[]> => {
    const onDisk = read.get(root) ?? readFolder(root).catch(() => []);
    read.set(root, onDisk);
    const typed = open()
      .filter(({ uri }) => uri.startsWith('file:') && rootOf(uri) === root)
      .map((document) => ({ path: pathIn(root, document.uri), text: document.getText() }));
    const paths = new Set(typed.map(({ path }) => path));
    return [...(await onDisk).filter(({ path }) => !paths.has(path)), ...typed];
  };
  return {
    rootOf,
    files,
    async locate(document, position) {
      const root = rootOf(document.uri);
      const cursor = { path: pathIn(root, document.uri), offset: document.offsetAt(position) };
      return { root, files: await files(root), cursor };
    },
    forget: () => read.clear(),
  };
}

function pathIn(root: string, uri: string): string {
  return relative(root, fileURLToPath(uri)).split(sep).join('/');
}

/** The address of a file of a specification. */
export function addressOf(root: string, path: string): string {
  return pathToFileURL(join(root, ...path.split('/'))).href;
}
