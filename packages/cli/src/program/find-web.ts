import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { seenAt } from '../../bin/find-program.cjs';
import { SOURCES, sourceHash } from './source-hash.ts';

/** Where the web application is. */
export interface Web {
  readonly root: string;
  /** Where the built files go. */
  readonly built: string;
  /** The folder of the built files; null while they are missing or older than their sources. */
  readonly dist: string | null;
  readonly locales: string;
  /** False in an installed package, which has no sources. */
  readonly hasSources: boolean;
}

/** Name of the file that says which sources were built. */
export const STAMP = '.stamp';
/** Name of the file that says what the disk said of the sources when these were found to be the ones that were built. */
const SEEN = '.seen';

/** Finds the web application: beside this package in the workspace, inside it when installed. */
export function findWeb(): Web {
  const own = fileURLToPath(new URL('../..', import.meta.url));
  const packed = join(own, 'web');
  const root = existsSync(join(packed, 'dist')) ? packed : join(own, '..', 'web');
  const built = join(root, 'dist');
  const hasSources = existsSync(join(root, 'vite.config.ts'));
  const current = existsSync(join(built, 'index.html')) && (!hasSources || isOfSources(built, root));
  return { root, built, dist: current ? built : null, locales: join(root, 'locales'), hasSources };
}

/** Whether these sources were built. They are read only where the disk says something else of them than before. */
function isOfSources(built: string, root: string): boolean {
  const seen = seenAt(root, SOURCES);
  if (textOf(join(built, SEEN)) === seen) return true;
  if (textOf(join(built, STAMP)) !== sourceHash(root)) return false;
  writeFileSync(join(built, SEEN), seen);
  return true;
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
