import { readdir, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import type { SourceFile } from '@ninefold/spec';

const KINDS = /\.(?:ya?ml|json|md|csv)$/;
/** Far beyond what people write; a larger file is no specification. */
const MOST_FILES = 5000;

/** The files of a specification folder, ordered by path; hidden folders and `node_modules` are no part of it. Throws what the file system throws. */
export async function readFolder(folder: string): Promise<SourceFile[]> {
  const paths = (await pathsBelow(folder, '')).sort();
  return Promise.all(paths.map(async (path) => ({ path, text: textOf(await readFile(join(folder, path), 'utf8')) })));
}

async function pathsBelow(root: string, below: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(join(root, below), { withFileTypes: true })) {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    const path = posix.join(below, entry.name);
    if (entry.isDirectory()) found.push(...(await pathsBelow(root, path)));
    else if (KINDS.test(entry.name)) found.push(path);
    if (found.length > MOST_FILES) throw new Error(`more than ${String(MOST_FILES)} files below ${root}`);
  }
  return found;
}

function textOf(text: string): string {
  return text.startsWith('\u{FEFF}') ? text.slice(1) : text;
}
