import { thrownPart } from '../thrown.ts';
import type { Compiled, SourceFile } from '@ninefold/spec';
import { readFolder } from './read-folder.ts';
import { StartFailure } from '../start-failure.ts';

export { readFolder, StartFailure };

/** A specification as read from its folder: what it compiles to, and what was found in it. */
export type LoadedSpecification = Compiled;

/** Reads and compiles the specification in a folder. Throws `StartFailure` where there is none. */
export async function loadSpecification(folder: string): Promise<LoadedSpecification> {
  const [{ compile }, files] = await Promise.all([import('@ninefold/spec'), specificationFiles(folder)]);
  return compile(files);
}

/** The files of a specification. Throws `StartFailure` where there are none. */
export async function specificationFiles(folder: string): Promise<readonly SourceFile[]> {
  const files = await filesOf(folder);
  if (files.length === 0) throw new StartFailure('no_specification', { folder });
  return files;
}

async function filesOf(folder: string): ReturnType<typeof readFolder> {
  try {
    return await readFolder(folder);
  } catch (cause) {
    if (cause instanceof StartFailure) throw cause;
    const code = thrownPart(cause, 'code');
    if (code === 'ENOENT') throw new StartFailure('folder_missing', { folder }, cause);
    if (code === 'ENOTDIR') throw new StartFailure('folder_is_none', { folder }, cause);
    throw new StartFailure('folder_unreadable', { folder, reason: String(code ?? cause) }, cause);
  }
}
