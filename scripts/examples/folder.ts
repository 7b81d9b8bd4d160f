import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readFolder } from '../../packages/server/src/specification/read-folder.ts';
import type { SourceFile } from '../../packages/spec/src/index.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Every file of a folder of the repository, paths with `/`. */
export function filesOf(folder: string): Promise<SourceFile[]> {
  return readFolder(join(ROOT, folder));
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
