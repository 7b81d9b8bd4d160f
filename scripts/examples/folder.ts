import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { SourceFile } from '../../packages/spec/src/index.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Every file of a folder of the repository, paths with `/`. */
export async function filesOf(folder: string): Promise<SourceFile[]> {
  const base = join(ROOT, folder);
  const entries = await readdir(base, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(
    paths.toSorted().map(async (path) => ({
      path: relative(base, path).split(sep).join('/'),
      text: await readFile(path, 'utf8'),
    })),
  );
}

/** The text of one file of the repository. */
export function textOf(path: string): Promise<string> {
  return readFile(join(ROOT, path), 'utf8');
}

/** What stands in the fenced blocks of one kind, in order. */
export function blocksOf(markdown: string, kind: string): string[] {
  return [...markdown.matchAll(new RegExp(`^\`\`\`${kind}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    (match) => match[1] ?? '',
  );
}
