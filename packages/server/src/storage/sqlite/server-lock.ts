import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makePrivateFile } from '../../private-files.ts';
import { SQLITE } from './dialect.ts';

/** Held while one process serves a SQLite file, or changes all of it. The system releases it where the process ends. */
export interface ServerLock {
  /** May be called again. */
  release(): void;
}

/**
 * Takes the lock of a SQLite file: an exclusive transaction in an empty file beside it, which readers of the data do not touch.
 * Null where another process has it, or another part of this one.
 */
export function takeServerLock(file: string): ServerLock | null {
  const real = existsSync(file) ? realpathSync(file) : join(realpathSync(dirname(file)), basename(file));
  makePrivateFile(`${real}-server`);
  const handle = new DatabaseSync(`${real}-server`, { timeout: 0 });
  try {
    handle.exec('BEGIN EXCLUSIVE');
    return { release: () => void (handle.isOpen && handle.close()) };
  } catch (cause) {
    handle.close();
    if (SQLITE.violation(cause)?.kind === 'busy') return null;
    throw cause;
  }
}
