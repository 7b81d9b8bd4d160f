import { chmodSync, closeSync, mkdirSync, openSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { thrownPart } from './thrown.ts';

/** Rights of a file and of a folder that only the account of the server may open. */
export const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;
const OTHERS = 0o077;

/** The name of the folder in which all applications keep their data unless somebody names another one. */
export const DATA_FOLDER = '.ninefold';

/**
 * Makes a folder, and those above it that are missing, for this account alone. One that is there stays as it is. Git leaves
 * a new folder of all data alone: who adds the specification that stands beside it would add passwords and records, too,
 * and a checkout would put older ones in their place while a server writes them.
 */
export function makePrivateFolder(folder: string): void {
  const made = mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
  if (made !== undefined && basename(made) === DATA_FOLDER)
    writeFileSync(join(made, '.gitignore'), '*\n', { mode: PRIVATE_FILE });
}

/** Makes an empty file for this account alone, so that whoever fills it finds its rights in place. One that is there stays as it is. */
export function makePrivateFile(file: string): void {
  closeSync(openSync(file, 'a', PRIVATE_FILE));
}

/**
 * Takes the rights of other accounts away from files and folders that are there, and says so once. Systems without such
 * rights, as Windows, are left alone.
 */
export function closeToOthers(paths: readonly string[], log: (line: string) => void): void {
  if (process.platform === 'win32') return;
  const closed = paths.filter((path) => isOpen(path) && isClosedNow(path, log));
  if (closed.length > 0) log(`Other accounts of this machine could read ${closed.join(', ')}. Now they cannot.`);
}

function isOpen(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && (found.isFile() || found.isDirectory()) && (found.mode & OTHERS) !== 0;
}

function isClosedNow(path: string, log: (line: string) => void): boolean {
  try {
    chmodSync(path, statSync(path).mode & ~OTHERS);
    return true;
  } catch (cause) {
    log(
      `Other accounts of this machine can read ${path}, and it cannot be changed (${String(thrownPart(cause, 'code'))}).`,
    );
    return false;
  }
}
