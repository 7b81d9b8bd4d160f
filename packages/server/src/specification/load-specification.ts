import { compile, type Application, type Issue } from '@ninefold/spec';
import { readFolder } from './read-folder.ts';
import { StartFailure } from '../start/start-failure.ts';

export { readFolder };

/** A specification as read from its folder: what it compiles to, and what was found in it. */
export interface LoadedSpecification {
  readonly application: Application | null;
  readonly issues: readonly Issue[];
}

/** Reads and compiles the specification in a folder. Throws `StartFailure` where there is none. */
export async function loadSpecification(folder: string): Promise<LoadedSpecification> {
  const files = await filesOf(folder);
  if (files.length === 0)
    throw new StartFailure(`There is no specification in ${folder}: it needs at least an app.yaml.`);
  return compile(files);
}

async function filesOf(folder: string): ReturnType<typeof readFolder> {
  try {
    return await readFolder(folder);
  } catch (cause) {
    if (cause instanceof StartFailure) throw cause;
    const { code } = cause as { code?: unknown };
    if (code === 'ENOENT') throw new StartFailure(`The folder ${folder} does not exist.`, cause);
    if (code === 'ENOTDIR') throw new StartFailure(`${folder} is not a folder.`, cause);
    throw new StartFailure(`The folder ${folder} cannot be read (${String(code ?? cause)}).`, cause);
  }
}
