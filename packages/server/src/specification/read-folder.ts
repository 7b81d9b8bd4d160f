import { thrownPart } from '../thrown.ts';
import type { Dirent } from 'node:fs';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, posix, sep } from 'node:path';
import type { SourceFile } from '@ninefold/spec';
import { fileHash } from '../file-hash.ts';
import { kindOfFile } from '../file-kind.ts';
import { StartFailure } from '../start-failure.ts';

/** What cells of data files name, by its hash: it may be large, and is read where it is loaded. */
const ATTACHED = /^data\/(?:.*\/)?files\//;
const KINDS = /\.(?:ya?ml|json|md|csv)$/;
/** Files that are reported because nothing reads them, and that are not opened. */
const UNREAD = /^(?:locales|data)\/|\.ya?ml(?:\.txt)?$/i;
/** Far beyond what people write; a larger file is no specification. */
const MOST_FILES = 5000;

/** The files of a specification folder, ordered by path, those that nothing reads without their text, and those that cells of data files name with their hash; hidden folders and `node_modules` are no part of it. Throws what the file system throws. */
export async function readFolder(folder: string): Promise<SourceFile[]> {
  const paths = (await pathsBelow(folder, '')).sort();
  return Promise.all(paths.map((path) => read(folder, path)));
}

async function read(folder: string, path: string): Promise<SourceFile> {
  const isAttached = ATTACHED.test(path);
  if (!isAttached && !KINDS.test(path)) return { path, text: '' };
  try {
    const file = join(folder, path);
    if (isAttached) return { path, text: await fileHash(file), looks: await looksOf(file) };
    return { path, text: textOf(await readFile(file, 'utf8')) };
  } catch (cause) {
    const code = thrownPart(cause, 'code');
    throw new StartFailure('file_unreadable', { file: join(folder, path), reason: String(code ?? cause) }, cause);
  }
}

/** What a file is as one that is sent would be taken. */
async function looksOf(file: string): Promise<NonNullable<SourceFile['looks']>> {
  const [{ size }, type] = await Promise.all([stat(file), kindOfFile(file, basename(file))]);
  return { size, type };
}

async function pathsBelow(root: string, below: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(join(root, below), { withFileTypes: true })) {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    const path = posix.join(below, entry.name);
    if (await isFolder(root, path, entry)) found.push(...(await pathsBelow(root, path)));
    else if ((KINDS.test(entry.name) || UNREAD.test(path)) && (entry.isFile() || entry.isSymbolicLink()))
      found.push(path);
    if (found.length > MOST_FILES) throw new StartFailure('too_many_files', { folder: root, most: String(MOST_FILES) });
  }
  return found;
}

/** A link to a folder is followed, unless it leads to a folder that it lies in. */
async function isFolder(root: string, path: string, entry: Dirent): Promise<boolean> {
  if (!entry.isSymbolicLink()) return entry.isDirectory();
  const own = join(root, path);
  const linked = await stat(own).catch(() => null);
  if (linked?.isDirectory() !== true) return false;
  const [target, parent] = await Promise.all([realpath(own), realpath(dirname(own))]);
  if (`${parent}${sep}`.startsWith(`${target}${sep}`)) throw new StartFailure('folder_loop', { path });
  return true;
}

function textOf(text: string): string {
  return text.startsWith('\u{FEFF}') ? text.slice(1) : text;
}
