import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Text of files by path from the root of the repository, with `/`. */
export type Files = ReadonlyMap<string, string>;

/** Every file that git knows or would know (ignored ones are left out) whose path matches. */
export async function readSources(root: string, pattern: RegExp): Promise<Files> {
  const { stdout } = await run('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    maxBuffer: 1 << 26,
  });
  const paths = [...new Set(stdout.split('\0'))].filter((path) => pattern.test(path)).sort();
  const entries = await Promise.all(paths.map(async (path) => [path, await textOrNull(join(root, path))] as const));
  return new Map(entries.filter((entry): entry is readonly [string, string] => entry[1] !== null));
}

/** The text, or null where git still lists a file that the working tree no longer has. */
async function textOrNull(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    return null;
  }
}

/** Line number, from 1, of a position in UTF-16 units. */
export function lineAt(text: string, position: number): number {
  let line = 1;
  for (let i = text.indexOf('\n'); i !== -1 && i < position; i = text.indexOf('\n', i + 1)) line += 1;
  return line;
}
