import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sourceHash } from './source-hash.ts';

/** Where the web application is. */
export interface Web {
  readonly root: string;
  /** Where the built files go. */
  readonly built: string;
  /** The folder of the built files; null while they are missing or older than their sources. */
  readonly dist: string | null;
  readonly locales: string;
  /** Stands for the content of the sources; null in an installed package, which has no sources. */
  readonly hash: string | null;
}

/** Name of the file that says which sources were built. */
export const STAMP = '.stamp';

/** Finds the web application: beside this package in the workspace, inside it when installed. */
export function findWeb(): Web {
  const own = fileURLToPath(new URL('../..', import.meta.url));
  const packed = join(own, 'web');
  const root = existsSync(join(packed, 'dist')) ? packed : join(own, '..', 'web');
  const built = join(root, 'dist');
  const hash = existsSync(join(root, 'vite.config.ts')) ? sourceHash(root) : null;
  const current = hash === null || stampOf(built) === hash;
  return {
    root,
    built,
    dist: current && existsSync(join(built, 'index.html')) ? built : null,
    locales: join(root, 'locales'),
    hash,
  };
}

function stampOf(built: string): string | null {
  try {
    return readFileSync(join(built, STAMP), 'utf8');
  } catch {
    return null;
  }
}
