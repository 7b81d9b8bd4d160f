import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Database } from '../database.ts';
import { openConnection } from './connection.ts';
import { storageFailure } from '../failure.ts';
import { SQLITE } from './dialect.ts';
import { createWriteQueue } from './write-queue.ts';

/** Opens a SQLite file that is there to look into it: nothing can be written, not even by mistake. */
export async function openSqliteReader(path: string): Promise<Pick<Database, 'read' | 'close'>> {
  const reader = openConnection(path, { readOnly: true });
  return {
    read: { dialect: SQLITE, all: async (text, values) => reader.all(text, values) },
    close: async () => reader.handle.close(),
  };
}

/**
 * Opens or creates the SQLite file at `path` (its folder too): one connection writes, another reads.
 * WAL, a sync at every commit, foreign keys on.
 */
export async function openSqlite(path: string): Promise<Database> {
  mkdirSync(dirname(path), { recursive: true });
  const writer = openConnection(path);
  const reader = openConnection(path);
  const write = createWriteQueue(writer);
  let open = true;
  return {
    dialect: SQLITE,
    read: { dialect: SQLITE, all: async (text, values) => reader.all(text, values) },
    write: (work) => write(work),
    alone: (work) => write(work),
    close: async () => {
      if (!open) return;
      open = false;
      reader.handle.close();
      try {
        writer.exec('PRAGMA optimize');
      } catch (cause) {
        if (storageFailure(cause) === null) throw cause; // statistics can wait for room and a disk that is written to
      } finally {
        writer.handle.close();
      }
    },
  };
}
