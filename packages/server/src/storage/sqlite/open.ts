import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createFollowers } from '../changes.ts';
import { STATEMENT_MS, type Database, type ReadableDatabase } from '../database.ts';
import { openConnection } from './connection.ts';
import { storageFailure } from '../failure.ts';
import { SQLITE } from './dialect.ts';
import { refreshStatistics } from './statistics.ts';
import { sqliteSnapshot } from './snapshot.ts';
import { createWriteQueue } from './write-queue.ts';

/** Opens a SQLite file that is there to look into it: nothing can be written, not even by mistake. */
export async function openSqliteReader(path: string): Promise<ReadableDatabase> {
  const reader = openConnection(path, { readOnly: true });
  return {
    read: { dialect: SQLITE, all: async (text, values) => reader.all(text, values) },
    snapshot: (work) => sqliteSnapshot(path, work),
    close: async () => reader.handle.close(),
  };
}

/** Whether another process has a SQLite file open. */
export function isInUse(path: string): boolean {
  const handle = new DatabaseSync(path, { timeout: 0 });
  try {
    handle.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; ROLLBACK');
    return false;
  } catch (cause) {
    if (SQLITE.violation(cause)?.kind === 'away') return true;
    throw cause;
  } finally {
    handle.close();
  }
}

/**
 * Opens or creates the SQLite file at `path` (its folder too): one connection writes, another reads.
 * WAL, a sync at every commit, foreign keys on. `statementMs`: how long a caller's condition may take.
 */
export async function openSqlite(path: string, statementMs: number = STATEMENT_MS): Promise<Database> {
  mkdirSync(dirname(path), { recursive: true });
  const writer = openConnection(path, { statementMs });
  writer.exec('PRAGMA temp_store = FILE'); // what a savepoint may have to take back grows with a long transaction
  const reader = openConnection(path, { statementMs });
  const followers = createFollowers();
  let at = Date.now() * 1000; // a place of an earlier process is one from before
  const queue = createWriteQueue(writer, (changes) => {
    if (changes.length === 0) return;
    at += 1;
    followers.tell({ at, changes });
  });
  let open = true;
  return {
    dialect: SQLITE,
    read: { dialect: SQLITE, all: async (text, values) => reader.all(text, values) },
    snapshot: (work) => sqliteSnapshot(path, work),
    write: (work) => queue.write(work),
    alone: (work) => queue.write(work),
    tidy: () => queue.write(async () => refreshStatistics(writer.handle)),
    follow: (listener) => {
      listener({ at, changes: [] });
      return followers.follow(listener);
    },
    close: async () => {
      if (!open) return;
      open = false;
      await queue.drained();
      reader.handle.close();
      try {
        refreshStatistics(writer.handle);
      } catch (cause) {
        if (storageFailure(cause) === null) throw cause; // statistics can wait for room and a disk that is written to
      } finally {
        writer.handle.close();
      }
    },
  };
}
